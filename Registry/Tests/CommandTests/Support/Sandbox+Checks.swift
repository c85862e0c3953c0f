import Foundation
import ProgramTesting
import Testing

extension Sandbox {
  /// Every file below the repository, git's own included, with its content.
  func everything() throws -> [String: String] {
    var files: [String: String] = [:]
    let names = try #require(FileManager.default.enumerator(atPath: repository))
    for case let name as String in names {
      let url = URL(filePath: repository).appending(path: name)
      let kind = try url.resourceValues(forKeys: [.isRegularFileKey, .isSymbolicLinkKey])
      if kind.isSymbolicLink == true {
        files[name] = try FileManager.default.destinationOfSymbolicLink(atPath: url.path())
      } else if kind.isRegularFile == true {
        files[name] = try Data(contentsOf: url).base64EncodedString()
      } else {
        files[name] = "folder"
      }
    }
    return files
  }

  /// Whether a killed run left something to finish.
  var hasNote: Bool {
    FileManager.default.fileExists(atPath: repository + "/.git/registry.note")
  }

  /// How often the tip's log of a component has that release.
  func recordCount(_ component: String, _ version: String) throws -> Int {
    let path = "HEAD:Registry/releases/\(component).jsonl"
    guard (try? git("cat-file", "-e", path)) != nil else { return 0 }
    return try git("cat-file", "blob", path).split(separator: "\n")
      .count { $0.contains("\"version\":\"\(version)\"") }
  }

  /// What a command prints with `--json`, with what differs from run to run replaced by what it is.
  func json(_ arguments: String...) async throws -> String {
    try await json(arguments)
  }

  /// Checks what a command prints with `--json`.
  func expectJSON(
    _ arguments: String...,
    is expected: String,
    at place: SourceLocation = #_sourceLocation
  ) async throws {
    let printed = try await json(arguments)
    #expect(printed == expected, sourceLocation: place)
  }

  private func json(_ arguments: [String]) async throws -> String {
    // The folder has digits in its name, which must not be taken for those of an object.
    try await registry(arguments + ["--json"]).output
      .replacing(repository, with: "<repository>").scrubbed
  }
}
