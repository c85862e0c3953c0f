import ProgramTesting
import Testing

/// The JSON that Documentation/reference/registry-json.md promises, with what differs between runs
/// replaced.
struct JSONTests {
  @Test func `each verb prints its documented JSON`() async throws {
    try await Sandbox.with { sandbox in
      try sandbox.writePackage("Menu", dependsOn: "../Kitchen")
      try sandbox.commitAll("Cook the menu")
      try await sandbox.registry("bump", "Kitchen", "1.0.0")
      try await sandbox.expectJSON(
        "bump",
        "Menu",
        "1.0.0",
        is: """
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
      try await sandbox.expectJSON(
        "status",
        is: """
          {
            "apps" : [

            ],
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
            ]
          }

          """
      )
      try await sandbox.expectJSON(
        "yank",
        "Menu",
        "1.0.0",
        "--reason",
        "cold",
        is: """
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
      try await sandbox.expectJSON(
        "log",
        "Menu",
        "--notes",
        is: """
          {
            "releases" : [
              {
                "archive" : "<checksum>",
                "component" : "Menu",
                "date" : "<time>",
                "notes" : "First release.",
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
      let archive = try await sandbox.json("archive", "Menu", "1.0.0", "-o", "../menu.zip")
        .replacing(/"size" : [0-9]+/, with: "\"size\" : <size>")
      #expect(
        archive == """
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
      let verification = try await sandbox.json("verify", "--since", "HEAD~1")
      #expect(
        verification
          == """
          {
            "components" : 2,
            "earlierRecords" : 2,
            "findings" : [
              {
                "code" : "missing-tag",
                "component" : "Menu",
                "help" : "create missing tags with 'registry tags'",
                "message" : "the tag 'Menu\\/1.0.0' is missing",
                "severity" : "note",
                "version" : "1.0.0"
              }
            ],
            "releases" : 2,
            "signatures" : 0,
            "sound" : true,
            "tags" : 1
          }

          """.replacing("\\/", with: "/")
      )
      try await sandbox.expectJSON(
        "tags",
        is: """
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
      let undo = try await sandbox.json("undo", "Kitchen", "--dry-run")
        .replacing(/"content" : ".*"/, with: "\"content\" : \"<content>\"")
      #expect(
        undo == """
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
}
