import Foundation
import ProgramTesting
import Testing

/// The pages of the documentation that show what to type, typed as they stand.
struct GuideTests {
  /// A page that is typed.
  struct Guide: CustomTestStringConvertible {
    let page: String
    /// What the reader has before the first command, as a script.
    var start = ""
    /// Commands that are not typed, by how they start, with the reason.
    var untyped: [String: String] = [:]

    var testDescription: String { page }
  }

  /// Pages of which nothing is typed, with the reason.
  private static let untypedPages = [
    "project/adding-a-component.md": "'make guide' types it: it builds the app, for minutes",
    "project/benchmarks.md": "the benchmarks take hours",
    "project/cookr.md": "the app is built by another package, whose tests show its screens",
    "project/kitchen.md": "the app is built by another package, whose tests show its screens",
    "project/the-idea.md": "the example is built by another package, whose tests type the page",
    "guides/packages.md": "'make dist-check' installs the packages: it needs root and the network",
  ]

  @Test(arguments: guides)
  func `every command works as typed and prints what the page says`(guide: Guide) async throws {
    try await Sandbox.with([]) { sandbox in
      var transcript = try Transcript(of: guide.page)
      for prefix in guide.untyped.keys {
        #expect(transcript.steps.contains { $0.command.hasPrefix(prefix) }, "\(prefix)")
      }
      transcript.steps.removeAll { step in
        guide.untyped.keys.contains { step.command.hasPrefix($0) }
      }
      // Who does as the page says commits nothing that a build made.
      transcript.steps.append(Transcript.Step(command: "git ls-files .build .registry"))
      let person = """
        export PATH="$PATH:\(Sandbox.toolchain["PATH"] ?? "")"
        git config --global user.name Ada
        git config --global user.email ada@example.com

        """
      let runs = try transcript.run(in: sandbox, after: person + Self.functions + guide.start)
      try #require(runs.count == transcript.steps.count)
      for (step, run) in zip(transcript.steps, runs) {
        let expected = step.output.map { Transcript.comparable($0, home: sandbox.folder) }
        let printed = run.output.map { Transcript.comparable($0, home: sandbox.folder) }
        #expect(
          Transcript.matches(expected[...], printed[...]),
          """
          $ \(step.command)
          \(run.output.joined(separator: "\n"))
          """
        )
        #expect(step.fails == (run.status != 0), "$ \(step.command): \(run.status ?? -1)")
      }
    }
  }

  @Test func `every page that shows what to type is typed, or is listed with a reason`() throws {
    let files = try #require(FileManager.default.subpaths(atPath: Transcript.folder.path()))
    let pages = files.filter { $0.hasSuffix(".md") } + ["../README.md"]
    let shown = try pages.filter { try Transcript.text(of: $0).contains("```console\n") }
    let known = Self.guides.map(\.page) + Self.untypedPages.keys
    #expect(shown.sorted() == known.sorted())
  }
}
