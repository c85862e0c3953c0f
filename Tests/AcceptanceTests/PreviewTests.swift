import Foundation
import ProgramTesting
import Testing

/// Each component's preview runs its flow alone, with lines on standard input.
@Suite(.freshHome)
struct PreviewTests {
  /// How a preview is led through its flow: the file `Tests/preview.json` of its component.
  private struct Trial: Decodable {
    let link: String?
    /// The answers, one for each question.
    let lines: [String]
    /// The line that it ends with.
    let ending: String
  }

  private static let previews = Components.all.map { "\($0)Preview" }.filter { preview in
    let sources = "Components/\(preview.dropLast("Preview".count))/Sources/\(preview)"
    return FileManager.default.fileExists(atPath: Repository.path(sources))
  }

  private func trial(of preview: String) throws -> Trial {
    let file = "Components/\(preview.dropLast("Preview".count))/Tests/preview.json"
    let data = try Data(contentsOf: URL(filePath: Repository.path(file)))
    return try JSONDecoder().decode(Trial.self, from: data)
  }

  @Test(arguments: previews)
  func `a preview leads through its flow`(preview: String) async throws {
    let trial = try trial(of: preview)
    let run = try await run(preview, [trial.link].compactMap(\.self), trial.lines)
    #expect(run.error == "")
    #expect(run.status == 0)
    #expect(run.output.hasSuffix("\(trial.ending)\n"), "\(preview) printed: \(run.output)")
  }

  private func run(
    _ preview: String,
    _ arguments: [String],
    _ lines: [String]
  ) async throws -> Program.Run {
    let program = Program(inHome: preview, environment: ["COOKR_PACE": "0"])
    return try await program.run(arguments, input: lines.map { "\($0)\n" }.joined())
  }
}
