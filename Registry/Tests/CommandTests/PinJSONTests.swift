import ProgramTesting
import Testing

/// What the verbs about pins print for programs.
struct PinJSONTests {
  @Test func `pins and what comes of them are printed as documented`() async throws {
    try await Sandbox.with { sandbox in
      try await WritingVerb.pin.prepare(sandbox)
      try await sandbox.expectJSON(
        "pin",
        "Menu",
        "--from",
        "1.0.0",
        is: """
          {
            "app" : "app",
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
            }
          }

          """
      )
      try await sandbox.expectJSON(
        "pins",
        "--all",
        is: """
          {
            "apps" : [
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
      try await sandbox.expectJSON(
        "resolve",
        is: """
          {
            "apps" : [
              {
                "changes" : [

                ],
                "name" : "app",
                "releases" : {
                  "Menu" : "1.0.0"
                }
              }
            ],
            "outcome" : "unchanged"
          }

          """
      )
      try await sandbox.expectJSON(
        "sync",
        is: """
          {
            "app" : "app",
            "base" : "<object>",
            "notes" : [

            ],
            "path" : "<repository>/.registry/app/tree/App",
            "releases" : {
              "Menu" : "1.0.0"
            },
            "removed" : 0,
            "tree" : "<object>",
            "written" : 8
          }

          """
      )
      try await sandbox.expectJSON(
        "snapshot",
        "1.0.0",
        is: """
          {
            "app" : "app",
            "base" : "<object>",
            "commit" : "<object>",
            "outcome" : "made",
            "releases" : {
              "Menu" : "1.0.0"
            },
            "tag" : "app/1.0.0",
            "tree" : "<object>"
          }

          """
      )
      try await sandbox.expectJSON(
        "unpin",
        "Menu",
        is: """
          {
            "app" : "app",
            "changes" : [
              {
                "component" : "Menu",
                "from" : "1.0.0"
              }
            ],
            "commit" : "<object>",
            "component" : "Menu",
            "outcome" : "unpinned"
          }

          """
      )
    }
  }
}
