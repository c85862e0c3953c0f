import Foundation
import ProgramTesting
import Testing

#if os(Linux)
  /// Each writing verb is ended at its changes to files, in every way that a machine knows, and must
  /// leave the old state or the new one.
  ///
  /// `make torture` takes every change of every verb; otherwise some of them stand for all, most of
  /// them for `bump`.
  struct KillSweepTests {
    private func sample(_ verb: WritingVerb, _ main: Int, _ other: Int) -> Int {
      verb.testDescription == WritingVerb.bump.testDescription ? main : other
    }

    @Test(arguments: WritingVerb.all)
    func `killed before any change, a verb leaves the old state or the new one`(
      _ verb: WritingVerb
    ) async throws {
      try await Sweep.with(verb) { sweep in
        var ends = 0
        for change in sweep.steps(sample(verb, 24, 3)) {
          let tears = Sweep.isTorture ? [false, true] : [change % 4 < 2]
          for tearing in tears {
            let run = try await sweep.run(.kill(before: change, tearing: tearing))
            let found = try await sweep.violations(after: run, next: sweep.next(after: change))
            #expect(found == [], "change \(change), tearing: \(tearing)")
            ends += 1
          }
        }
        sweep.report("killed", ends: ends)
      }
    }

    @Test(arguments: WritingVerb.some)
    func `a power cut loses nothing that a command reported, and does no damage`(
      _ verb: WritingVerb
    ) async throws {
      try await Sweep.with(verb) { sweep in
        var ends = 0
        for change in sweep.steps(sample(verb, 6, 2)) + [.max] {
          let run = try await sweep.run(.powerCut(before: change))
          #expect((run.signal == nil) == (run.status == 0), "\(run.error)")
          let found = try await sweep.violations(after: run, next: .reading)
          #expect(found == [], "change \(change)")
          ends += 1
        }
        sweep.report("power cut", ends: ends)
      }
    }

    @Test(arguments: WritingVerb.some)
    func `killed again during the repair, it leaves no more than that`(
      _ verb: WritingVerb
    ) async throws {
      try await Sweep.with(verb) { sweep in
        var ends = 0
        for change in try await sweep.repairableSteps(sample(verb, 3, 1)) {
          let run = try await sweep.run(.kill(before: change, tearing: false))
          // What a run does differs by a few changes from the next one's.
          #expect(run.signal == Int(SIGKILL) || change > sweep.changes - 5)
          guard run.signal != nil, sweep.sandbox.hasNote else { continue }
          try sweep.sandbox.save("broken")
          var repair = Sweep.isTorture ? 1 : 1 + change % 3
          let before = ends
          while true {
            try sweep.sandbox.restore("broken")
            let end = Sweep.End.kill(before: repair, tearing: false)
            let mending = try await sweep.run("registry", ["status"], end)
            if mending.signal == nil { break }
            let found = try await sweep.violations(after: run, next: sweep.next(after: repair))
            #expect(found == [], "change \(change), \(repair) of the repair")
            ends += 1
            repair += Sweep.isTorture ? 1 : 18
          }
          #expect(ends > before, "change \(change): no kill came in the way of the repair")
        }
        #expect(ends > 0)
        sweep.report("killed again during the repair", ends: ends)
      }
    }

    @Test(arguments: WritingVerb.some)
    func `a full disk fails the command, and leaves the old or the new state`(
      _ verb: WritingVerb
    ) async throws {
      try await Sweep.with(verb) { sweep in
        var ends = 0
        for change in sweep.steps(sample(verb, 6, 2)) {
          let run = try await sweep.run(.fullDisk(from: change))
          #expect(run.signal == nil)
          if run.status != 0 {
            #expect(run.status == 1)
            // The second is what git says.
            let words = ["no space left on device", "out of diskspace"]
            #expect(words.contains(where: run.error.lowercased().contains), "\(run.error)")
          }
          if run.error.contains("until then git's index stays locked") {
            // It would take back what is recorded.
            #expect(throws: ProgramFailure.self) { try sweep.sandbox.commitAll() }
          }
          let found = try await sweep.violations(after: run, next: sweep.next(after: change))
          #expect(found == [], "change \(change): \(run.error)")
          ends += 1
        }
        sweep.report("full disk", ends: ends)
      }
    }

    @Test(arguments: WritingVerb.some)
    func `one error of the disk leaves no lock but that of an index which is still the old one`(
      _ verb: WritingVerb
    ) async throws {
      try await Sweep.with(verb) { sweep in
        var ends = 0
        // What goes back takes locks away in its own way, too.
        let isGoingBack = verb.arguments.first == "undo"
        for change in sweep.steps(isGoingBack ? 24 : sample(verb, 8, 3)) {
          let run = try await sweep.run(.diskError(at: change))
          #expect(run.signal == nil)
          let isLocked = run.error.contains("until then git's index stays locked")
          #expect(
            try sweep.locks() == (isLocked ? ["index.lock"] : []),
            "change \(change): \(run.error)"
          )
          guard Sweep.isTorture || !isGoingBack || change.isMultiple(of: 8) else { continue }
          let found = try await sweep.violations(after: run, next: sweep.next(after: change))
          #expect(found == [], "change \(change): \(run.error)")
          ends += 1
        }
        sweep.report("disk error", ends: ends)
      }
    }
  }
#endif
