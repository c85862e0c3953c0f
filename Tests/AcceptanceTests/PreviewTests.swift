import Foundation
import ProgramTesting
import Testing

/// Each component's preview runs its flow alone, with lines on standard input.
@Suite(.freshHome)
struct PreviewTests {
  private struct Trial {
    let preview: String
    var link: String?
    /// The answers, one for each question.
    let lines: [String]
    /// The line that it ends with.
    let ending: String
  }

  private static let trials = [
    // Given this reference, the chef always accepts.
    Trial(
      preview: "ChefSourcingPreview",
      link: "chef/thai?order=order-2",
      lines: ["old-harbour", "mai-srisai"],
      ending: "Mai Srisai cooks, 300 m away, for €5.90"
    ),
    Trial(
      preview: "OrderProcessingPreview",
      lines: ["pad-thai", "2", "smoky", ""],
      ending: ": 2 × Pad Thai; Smoky; €23.80"
    ),
    Trial(
      preview: "PaymentsPreview",
      lines: ["", "", "", "", "yes", ""],
      ending: "meal: €26.40, refunded €26.40"
    ),
    Trial(
      preview: "StatusUpdatesPreview",
      lines: ["0"],
      ending: "ended as delivered, tip: declined"
    ),
  ]

  @Test func `these are all the previews`() throws {
    let previews = Components.all.map { "\($0)Preview" }.filter { preview in
      let component = preview.dropLast("Preview".count)
      let sources = Repository.path("Components/\(component)/Sources/\(preview)")
      return FileManager.default.fileExists(atPath: sources)
    }
    #expect(Self.trials.map(\.preview) == previews)
  }

  @Test(arguments: trials.indices)
  func `a preview leads through its flow`(index: Int) async throws {
    let trial = Self.trials[index]
    let run = try await run(trial.preview, [trial.link].compactMap(\.self), trial.lines)
    #expect(run.error == "")
    #expect(run.status == 0)
    #expect(run.output.hasSuffix("\(trial.ending)\n"), "\(trial.preview) printed: \(run.output)")
  }

  @Test(arguments: trials.indices)
  func `the end of input cancels a preview`(index: Int) async throws {
    let trial = Self.trials[index]
    let run = try await run(trial.preview, [trial.link].compactMap(\.self), [])
    #expect(run.status == 0)
    #expect(run.output.hasSuffix("\ncancelled\n") || trial.preview == "StatusUpdatesPreview")
  }

  @Test(arguments: trials.indices)
  func `a link for another flow is refused`(index: Int) async throws {
    let run = try await run(Self.trials[index].preview, ["nowhere/1"], [])
    #expect(run.status == 1)
    #expect(run.output.hasPrefix("failed: the link 'nowhere/1' is for 'nowhere', expected '"))
  }

  private func run(
    _ preview: String,
    _ arguments: [String],
    _ lines: [String]
  ) async throws -> Program.Run {
    let environment = ["COOKR_PACE": "0", "TZ": timeZone(whereItIs: 18)]
    let program = Program(preview, in: Home.current.folder, environment: environment)
    return try await program.run(arguments, input: lines.map { "\($0)\n" }.joined())
  }
}
