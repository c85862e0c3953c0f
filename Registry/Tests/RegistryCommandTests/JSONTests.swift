import Foundation
import ProgramTesting
import Testing

/// The JSON that Documentation/registry-json.md promises, with what differs between runs replaced.
struct JSONTests {
  private func json(_ sandbox: Sandbox, _ arguments: String...) async throws -> String {
    try await sandbox.registry(arguments + ["--json"]).output.scrubbed
  }

  @Test func `each verb prints its documented JSON`() async throws {
    try await Sandbox.with { sandbox in
      try sandbox.writePackage("Menu", dependsOn: "../Kitchen")
      try sandbox.commitAll("Cook the menu")
      try await sandbox.registry("bump", "Kitchen", "1.0.0")
      #expect(
        try await json(sandbox, "bump", "Menu", "1.0.0") == """
          {
            "archive" : "<checksum>",
            "commit" : "<object>",
            "component" : "Menu",
            "date" : "<time>",
            "interface" : {
              "change" : "unchecked",
              "changes" : [

              ]
            },
            "outcome" : "released",
            "requires" : {
              "Kitchen" : {
                "from" : "1.0.0"
              }
            },
            "source" : "<object>",
            "tag" : "Menu/1.0.0",
            "tree" : "<object>",
            "version" : "1.0.0"
          }

          """
      )
      try await sandbox.registry("bump", "Kitchen", "1.0.0")
      try sandbox.change("Kitchen", "fix: clean up")
      #expect(
        try await json(sandbox, "status") == """
          {
            "components" : [
              {
                "commits" : 1,
                "latest" : "1.0.0",
                "layer" : "feature",
                "name" : "Kitchen",
                "path" : "Components/Kitchen",
                "state" : "changed",
                "uncommittedFiles" : 0,
                "version" : "1.0.0"
              },
              {
                "commits" : 0,
                "latest" : "1.0.0",
                "layer" : "feature",
                "name" : "Menu",
                "path" : "Components/Menu",
                "state" : "unchanged",
                "uncommittedFiles" : 0,
                "version" : "1.0.0"
              }
            ],
            "scaffolds" : [

            ]
          }

          """
      )
      #expect(
        try await json(sandbox, "yank", "Menu", "1.0.0", "--reason", "cold") == """
          {
            "commit" : "<object>",
            "component" : "Menu",
            "date" : "<time>",
            "outcome" : "withdrawn",
            "reason" : "cold",
            "version" : "1.0.0"
          }

          """
      )
      #expect(
        try await json(sandbox, "log", "Menu", "--notes") == """
          {
            "releases" : [
              {
                "archive" : "<checksum>",
                "component" : "Menu",
                "date" : "<time>",
                "notes" : "#### Changed\\n\\n- Add the packages\\n- Cook the menu",
                "requires" : {
                  "Kitchen" : {
                    "from" : "1.0.0"
                  }
                },
                "source" : "<object>",
                "tag" : "Menu/1.0.0",
                "tree" : "<object>",
                "version" : "1.0.0",
                "yanked" : {
                  "date" : "<time>",
                  "reason" : "cold"
                }
              }
            ]
          }

          """
      )
      #expect(
        try await json(sandbox, "archive", "Menu", "1.0.0", "-o", "../menu.zip")
          .replacing(/"size" : [0-9]+/, with: "\"size\" : <size>") == """
            {
              "archive" : "<checksum>",
              "component" : "Menu",
              "file" : "../menu.zip",
              "size" : <size>,
              "version" : "1.0.0"
            }

            """
      )
      try sandbox.git("tag", "-d", "Menu/1.0.0")
      #expect(
        try await json(sandbox, "verify", "--since", "HEAD~1")
          == """
          {
            "components" : 2,
            "earlierRecords" : 2,
            "findings" : [
              {
                "code" : "missing-tag",
                "component" : "Menu",
                "help" : "'registry tags' makes it",
                "message" : "there is no tag 'Menu\\/1.0.0' here",
                "severity" : "note",
                "version" : "1.0.0"
              }
            ],
            "releases" : 2,
            "sound" : true,
            "tags" : 1
          }

          """.replacing("\\/", with: "/")
      )
      #expect(
        try await json(sandbox, "tags") == """
          {
            "outcome" : "done",
            "tags" : [
              "Menu/1.0.0"
            ],
            "unavailable" : [

            ]
          }

          """
      )
      try await sandbox.registry("bump", "Kitchen", "1.0.1")
      #expect(
        try await json(sandbox, "undo", "Kitchen", "--dry-run")
          .replacing(/"content" : ".*"/, with: "\"content\" : \"<content>\"") == """
            {
              "commit" : "<object>",
              "component" : "Kitchen",
              "outcome" : "planned",
              "plan" : {
                "files" : [
                  {
                    "content" : "<content>",
                    "path" : "CHANGELOG.md"
                  },
                  {
                    "content" : "<content>",
                    "path" : "Registry/manifest.json"
                  },
                  {
                    "content" : "<content>",
                    "path" : "Registry/releases/Kitchen.jsonl"
                  }
                ],
                "tags" : [
                  "Kitchen/1.0.1"
                ]
              },
              "undone" : "<object>",
              "version" : "1.0.1"
            }

            """
      )
    }
  }

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
      #expect(words.contains("\n\(log) (goes away)\n  - {"))
      #expect(words.hasSuffix("remove tag Menu/1.0.0\n"))
      #expect(try sandbox.recordCount("Menu", "1.0.0") == 1)
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
