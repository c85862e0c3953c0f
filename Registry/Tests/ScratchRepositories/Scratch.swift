import Foundation
package import Git

/// A repository of one test, in a folder of its own.
package struct Scratch: Sendable {
  /// The one that `.scratchRepository` made for the running test.
  package static var current: Scratch {
    guard let scratch = bound else {
      fatalError("the test uses a scratch repository and has no '.scratchRepository' trait")
    }
    return scratch
  }

  @TaskLocal static var bound: Scratch?

  /// What the test may write to; the repository is below it.
  package let folder: String
  package var path: String { folder + "/repository" }

  package init(folder: String) {
    self.folder = folder
  }

  package func open() throws -> Repository {
    try Repository.open(at: path)
  }

  /// Writes a working file and the folders above it.
  package func write(_ content: String, to file: String) throws {
    let url = URL(filePath: path).appending(path: file)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try Data(content.utf8).write(to: url)
  }

  package func read(_ file: String) throws -> String {
    try String(contentsOf: URL(filePath: path).appending(path: file), encoding: .utf8)
  }

  /// Commits all working files with the git program.
  @discardableResult
  package func commitAll(_ message: String = "Change") throws -> ObjectID {
    try git("add", "-A")
    try git("commit", "-q", "--allow-empty", "-m", message)
    return try ObjectID(hex: git("rev-parse", "HEAD"))
  }

  /// Runs the git program here, blind to the machine's configuration, and returns what it printed
  /// without the last line break.
  @discardableResult
  package func git(_ arguments: String..., input: [UInt8] = []) throws -> String {
    try git(arguments, input: input)
  }

  @discardableResult
  package func git(_ arguments: [String], input: [UInt8] = []) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["git", "-C", path] + arguments
    process.environment = ProcessInfo.processInfo.environment.merging(Self.environment) { $1 }
    let inputFile = URL(filePath: folder).appending(path: UUID().uuidString)
    try Data(input).write(to: inputFile)
    defer { try? FileManager.default.removeItem(at: inputFile) }
    let output = Pipe()
    process.standardInput = try FileHandle(forReadingFrom: inputFile)
    process.standardOutput = output
    try process.run()
    let printed = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw GitProgramFailure(arguments: arguments, status: process.terminationStatus)
    }
    return String(decoding: printed, as: UTF8.self)
      .trimmingCharacters(in: CharacterSet(charactersIn: "\n"))
  }

  private static let environment = [
    "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_TERMINAL_PROMPT": "0",
    "GIT_AUTHOR_NAME": "Ada", "GIT_AUTHOR_EMAIL": "ada@example.com",
    "GIT_COMMITTER_NAME": "Ada", "GIT_COMMITTER_EMAIL": "ada@example.com",
    "GIT_AUTHOR_DATE": "1700000000 +0100", "GIT_COMMITTER_DATE": "1700000000 +0100",
  ]
}

package struct GitProgramFailure: Error {
  let arguments: [String]
  let status: Int32
}
