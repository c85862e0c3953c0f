import Foundation
import ProgramTesting
import Testing

/// A dry run of any verb leaves every file as it was, git's own included.
struct DryRunTests {
  @Test(arguments: WritingVerb.all)
  func `a dry run writes nothing`(verb: WritingVerb) async throws {
    try await Sandbox.with { sandbox in
      try await verb.prepare(sandbox)
      try await leavesAllAsItWas(sandbox, verb.arguments)
    }
  }

  @Test(arguments: [
    ["unpin", "Menu"], ["resolve"], ["mirror", "../mirror"], ["mirror", "file://SERVER"],
  ])
  func `a dry run of what else writes does not`(arguments: [String]) async throws {
    try await Sandbox.with { sandbox in
      try await WritingVerb.pin.prepare(sandbox)
      try await sandbox.registry(WritingVerb.pin.arguments)
      try sandbox.shell("git init -q --bare server/Menu.git")
      let server = "\(sandbox.folder)/server"
      try await leavesAllAsItWas(
        sandbox,
        arguments.map { $0.replacing("SERVER", with: server) }
      )
    }
  }

  /// What a killed run left is for the next one that writes.
  @Test func `a dry run finishes no other run`() async throws {
    try await Sandbox.with { sandbox in
      try await WritingVerb.bump.prepare(sandbox)
      let failure = ["REGISTRY_FAILPOINT": "branch-moved:kill"]
      try await sandbox.registry(WritingVerb.bump.arguments, environment: failure)
      try #require(try contents(of: sandbox)["repository/.git/registry.note"] != nil)
      let run = try await leavesAllAsItWas(sandbox, ["tags"])
      #expect(run.hasPrefix("an interrupted run is incomplete"))
    }
  }

  /// - Returns: What it said beside its result.
  @discardableResult
  private func leavesAllAsItWas(_ sandbox: Sandbox, _ arguments: [String]) async throws -> String {
    let before = try contents(of: sandbox)
    let run = try await sandbox.registry(arguments + ["--dry-run"])
    #expect(run.status == 0, "\(run.error)")
    let after = try contents(of: sandbox)
    let differences = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
    #expect(differences.sorted() == [])
    return run.error
  }

  /// Every file and folder below the sandbox, with what it is and what is in it.
  private func contents(of sandbox: Sandbox) throws -> [String: String] {
    var contents: [String: String] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: sandbox.folder) {
      let path = "\(sandbox.folder)/\(name)"
      let facts = try FileManager.default.attributesOfItem(atPath: path)
      var words = [FileAttributeKey.type, .posixPermissions, .systemFileNumber, .size].map { key in
        "\(facts[key] ?? "")"
      }
      switch facts[.type] as? FileAttributeType {
      case .typeRegular:
        words.append(try Data(contentsOf: URL(filePath: path)).base64EncodedString())
      case .typeSymbolicLink:
        words.append(try FileManager.default.destinationOfSymbolicLink(atPath: path))
      default: words.removeLast()
      }
      contents[name] = words.joined(separator: " ")
    }
    return contents
  }
}
