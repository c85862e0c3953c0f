import ProgramTesting
import Testing

#if os(Linux)
  /// The sweep finds what it is there to find.
  struct NaiveOrderTests {
    @Test func `a release that tags first and repairs nothing does not pass`() async throws {
      try await Sweep.with(.naiveBump) { sweep in
        var broken: Set<Violation.Promise> = []
        var brokenEnds = 0
        for change in sweep.steps(24) {
          let run = try await sweep.run(.kill(before: change, tearing: false))
          let next: Sweep.Next = change.isMultiple(of: 2) ? .reading : .same
          let found = try await sweep.violations(after: run, next: next).map(\.promise)
          broken.formUnion(found)
          brokenEnds += found.isEmpty ? 0 : 1
        }
        sweep.report("promises broken", ends: brokenEnds)
        #expect(broken.isSuperset(of: [.oldOrNew, .repeatable, .noLeftovers]), "\(broken)")
      }
    }

    @Test(arguments: [WritingVerb.naiveBump, .bump])
    func `a release that syncs nothing does not survive a power cut`(
      _ verb: WritingVerb
    ) async throws {
      try await Sweep.with(verb) { sweep in
        let run = try await sweep.run(.powerCut(before: .max, ignoringSyncs: true))
        #expect(run.status == 0)
        let broken = try await sweep.violations(after: run, next: .reading).map(\.promise)
        #expect(Set(broken).isSuperset(of: [.acknowledged, .soundObjects]), "\(broken)")
      }
    }
  }
#endif
