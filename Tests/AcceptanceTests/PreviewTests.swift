import Foundation
import ProgramTesting
import Testing

/// Each component's preview runs its flow alone, with lines on standard input.
@Suite(.freshHome)
struct PreviewTests {
  /// The previews, with a line for each question, and what each prints at last.
  private static let runs: [(preview: String, lines: [String], ending: String)] = [
    // Which chefs cook depends on the hour.
    ("ChefSourcingPreview", [], "\ncancelled\n"),
    ("OrderProcessingPreview", ["pad-thai", "2", "smoky", ""], ": 2 × Pad Thai; Smoky; €23.80\n"),
    (
      "PaymentsPreview", ["", "", "", "", "", "yes", ""],
      "Refunded            €26.40\nPress Return to go on. The flow completed.\n"
    ),
    ("StatusUpdatesPreview", ["no"], "\nended as delivered, tip: declined\n"),
  ]

  @Test func `these are all the previews`() throws {
    let previews = Components.all.map { "\($0)Preview" }.filter { preview in
      let component = preview.dropLast("Preview".count)
      let sources = Repository.path("Components/\(component)/Sources/\(preview)")
      return FileManager.default.fileExists(atPath: sources)
    }
    #expect(Self.runs.map(\.preview) == previews)
  }

  @Test(arguments: runs.indices)
  func `a preview leads through its flow`(index: Int) async throws {
    let (preview, lines, ending) = Self.runs[index]
    let program = Program(preview, in: Home.current.folder, environment: ["COOKR_PACE": "0"])
    let run = try await program.run([], input: lines.map { "\($0)\n" }.joined())
    #expect(run.error == "")
    #expect(run.status == 0)
    #expect(run.output.hasSuffix(ending), "\(preview) printed: \(run.output)")
  }
}
