import Foundation
import ProgramTesting
import Testing

/// What a dry run prints, held against what the verb then writes.
extension JSONTests {
  @Test func `a dry run of an undo has what the files become`() async throws {
    try await Sandbox.with { sandbox in
      let manifest = try sandbox.read("Registry/manifest.json")
      try await sandbox.registry("bump", "Menu", "1.0.0")
      let planned = try await sandbox.registry("undo", "Menu", "--dry-run", "--json")
      let document = try #require(
        JSONSerialization.jsonObject(with: Data(planned.output.utf8)) as? [String: Any]
      )
      let plan = try #require(document["plan"] as? [String: Any])
      let log = "Registry/releases/Menu.jsonl"
      #expect(
        plan["files"] as? [[String: String]] == [
          ["path": ".gitattributes"],
          ["path": "CHANGELOG.md"],
          ["path": "Registry/manifest.json", "content": manifest],
          ["path": log],
        ]
      )
      let words = try await sandbox.registry("undo", "Menu", "--dry-run").output
      #expect(words.contains("\n\(log) (removed)\n  - {"))
      #expect(words.hasSuffix("remove tag Menu/1.0.0\n"))
      #expect(try sandbox.recordCount("Menu", "1.0.0") == 1)
    }
  }

  @Test func `a dry run has the tags that would be made`() async throws {
    try await Sandbox.with { sandbox in
      try await sandbox.registry("bump", "Menu", "1.0.0")
      try sandbox.git("tag", "-d", "Menu/1.0.0")
      let run = try await sandbox.registry("tags", "--dry-run", "--json")
      let document = try #require(
        JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
      )
      let plan = try #require(document["plan"] as? [String: Any])
      #expect(plan["tags"] as? [String] == ["Menu/1.0.0"])
      #expect((plan["files"] as? [Any])?.isEmpty == true)
      #expect(document["outcome"] as? String == "planned")
      #expect(try sandbox.git("tag") == "")
    }
  }

  @Test func `a dry run has what would be written`() async throws {
    try await Sandbox.with { sandbox in
      try await sandbox.registry("bump", "Menu", "1.0.0")
      let reason = ["--reason", "cold", "--dry-run"]
      let planned = try await sandbox.registry(["yank", "Menu", "1.0.0"] + reason + ["--json"])
      let document = try #require(
        JSONSerialization.jsonObject(with: Data(planned.output.utf8)) as? [String: Any]
      )
      let plan = try #require(document["plan"] as? [String: Any])
      let files = try #require(plan["files"] as? [[String: String]])
      #expect(files.map { $0["path"] } == ["Registry/releases/Menu.jsonl", "CHANGELOG.md"])
      #expect(plan["message"] as? String == "Withdraw Menu 1.0.0\n\ncold\n")
      #expect(plan["tags"] as? [String] == [])
      #expect(document["outcome"] as? String == "planned")

      try await sandbox.registry(["yank", "Menu", "1.0.0", "--reason", "cold"])
      for file in files {
        let written = try sandbox.read(file["path"] ?? "")
        #expect(written.scrubbed == file["content"]?.scrubbed)
      }
    }
  }
}
