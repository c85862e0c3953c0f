import ProgramTesting
import Testing

/// What the verbs about pins print for programs.
struct PinJSONTests {
  private func json(_ sandbox: Sandbox, _ arguments: String...) async throws -> String {
    let run = try await sandbox.registry(arguments + ["--json"])
    #expect(run.status == 0, "\(arguments): \(run.error)")
    return run.output.scrubbed.replacing(sandbox.repository, with: "<repository>")
  }

  @Test func `pins and what comes of them are printed as documented`() async throws {
    try await Sandbox.with { sandbox in
      try await WritingVerb.pin.prepare(sandbox)
      #expect(
        try await json(sandbox, "pin", "Menu", "--from", "1.0.0") == """
          {
            "changes" : [
              {
                "component" : "Menu",
                "to" : "1.0.0"
              }
            ],
            "commit" : "<object>",
            "component" : "Menu",
            "outcome" : "pinned",
            "pin" : {
              "from" : "1.0.0"
            },
            "scaffold" : "app"
          }

          """
      )
      #expect(
        try await json(sandbox, "pins", "--all") == """
          {
            "scaffolds" : [
              {
                "components" : [
                  {
                    "behind" : 0,
                    "name" : "Kitchen",
                    "yanked" : false
                  },
                  {
                    "behind" : 0,
                    "latest" : "1.0.0",
                    "name" : "Menu",
                    "pin" : {
                      "from" : "1.0.0"
                    },
                    "release" : "1.0.0",
                    "yanked" : false
                  }
                ],
                "name" : "app"
              }
            ]
          }

          """
      )
      #expect(
        try await json(sandbox, "resolve") == """
          {
            "outcome" : "unchanged",
            "scaffolds" : [
              {
                "changes" : [

                ],
                "name" : "app",
                "releases" : {
                  "Menu" : "1.0.0"
                }
              }
            ]
          }

          """
      )
      #expect(
        try await json(sandbox, "sync") == """
          {
            "base" : "<object>",
            "notes" : [

            ],
            "path" : "<repository>/.registry/app/tree/App",
            "releases" : {
              "Menu" : "1.0.0"
            },
            "removed" : 0,
            "scaffold" : "app",
            "tree" : "<object>",
            "written" : 8
          }

          """
      )
      #expect(
        try await json(sandbox, "snapshot", "1.0.0") == """
          {
            "base" : "<object>",
            "commit" : "<object>",
            "outcome" : "made",
            "releases" : {
              "Menu" : "1.0.0"
            },
            "scaffold" : "app",
            "tag" : "app/1.0.0",
            "tree" : "<object>"
          }

          """
      )
      #expect(
        try await json(sandbox, "unpin", "Menu") == """
          {
            "changes" : [
              {
                "component" : "Menu",
                "from" : "1.0.0"
              }
            ],
            "commit" : "<object>",
            "component" : "Menu",
            "outcome" : "unpinned",
            "scaffold" : "app"
          }

          """
      )
    }
  }
}
