import Foundation

/// Runs git in one folder.
struct GitProgram {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  let folder: String

  func run(_ arguments: String...) throws {
    let process = try Self.start(arguments, in: folder)
    process.waitUntilExit()
    try Self.check(process, arguments)
  }

  static func start(
    _ arguments: [String],
    in folder: String,
    input: Pipe? = nil,
    output: Pipe? = nil
  ) throws -> Process {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["git", "-C", folder] + arguments
    if let input { process.standardInput = input }
    if let output { process.standardOutput = output }
    try process.run()
    return process
  }

  static func check(_ process: Process, _ arguments: [String]) throws {
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      throw Failure(description: "'git \(arguments.joined(separator: " "))' failed")
    }
  }
}
