import Foundation
import ProgramTesting
import Testing

/// `make order`, without the builds: what it runs the app with.
@Suite(.freshHome)
struct FirstOrderTests {
  /// Where `Scripts/order` is, in a folder with a `registry` that prints its arguments.
  private func script() throws -> String {
    let folder = URL(filePath: Home.current.folder).appending(path: "clone")
    let files = FileManager.default
    let registry = folder.appending(path: "Registry/.build/debug/registry")
    for place in [folder.appending(path: "Scripts"), registry.deletingLastPathComponent()] {
      try files.createDirectory(at: place, withIntermediateDirectories: true)
    }
    let script = folder.appending(path: "Scripts/order").path
    try files.copyItem(atPath: Repository.path("Scripts/order"), toPath: script)
    try Data("#!/bin/sh\necho \"$@\"\n".utf8).write(to: registry)
    try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: registry.path)
    return script
  }

  @Test func `without a terminal, the demonstration order is delivered`() async throws {
    let run = try await Program(script(), in: Home.current.folder, environment: ["SWIFT": "true"])
      .run([])
    #expect(run.status == 0)
    let words = run.output.split(whereSeparator: \.isWhitespace).map(String.init)
    #expect(words.prefix(3) == ["run", "cookr", "meal"])
    let meal = try await cookr(Array(words.dropFirst(2)), isDemo: false)
    #expect(meal.status == 0, "\(meal.error)")
    #expect(meal.output.contains(/\n  Paid +€/))
    #expect(meal.output.contains(/\n  Status +delivered\n/))
  }

  @Test func `at a terminal, the person chooses`() async throws {
    let program = try TerminalProgram(environment: ["SWIFT": "true"], launcher: [script()])
    try await program.expect("run cookr order\n")
    #expect(try await program.end() == 0)
  }
}
