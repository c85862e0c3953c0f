import ProgramTesting
import Testing

/// `registry token`, as a person types it.
struct TokenTests {
  @Test func `the tokens are listed under the names of the columns`() async throws {
    try await Sandbox.with { sandbox in
      let create = ["token", "create", "ci", "--publish", "--yank", "--components", "K*n"]
      try await sandbox.registry(create)
      let url = "https://git.example.com/team/*"
      let options = ["--publish", "--replace", "--repositories", url, "--quiet"]
      try await sandbox.registry(["token", "create", "team"] + options)
      let list = try await sandbox.registry("token", "list")
      #expect(
        list.output == """
          TOKEN  PERMITS TO        COMPONENTS  REPOSITORIES                    EXPIRES
          ci     publish, yank     K*n         –                               never
          team   publish, replace  *           https://git.example.com/team/*  never

          """
      )
    }
  }

  @Test(arguments: [
    "", "soup", "https://*.example.com/soup", "https://user:secret@example.com/soup",
  ])
  func `a pattern that no repository can match makes no token`(_ pattern: String) async throws {
    try await Sandbox.with { sandbox in
      let create = ["token", "create", "ci", "--publish", "--repositories", pattern]
      let run = try await sandbox.registry(create)
      #expect(
        run.error == """
          error: invalid pattern '\(pattern)' of repositories, expected a URL without a password, \
          with '*' only in its path
          help: name one, or several as 'https://git.example.com/team/*'; '*' alone stands for all

          """
      )
      #expect(run.status == 1)
    }
  }

  @Test(arguments: ["", "Menu,Kitchen", "the menu", "cookr/Menu"])
  func `a pattern that no component can match makes no token`(_ pattern: String) async throws {
    try await Sandbox.with { sandbox in
      let before = try sandbox.everything()
      let create = ["token", "create", "ci", "--read", "--components", pattern]
      let run = try await sandbox.registry(create)
      #expect(
        run.error == """
          error: invalid pattern '\(pattern)' of components, expected letters, digits, '-', '_', '.' \
          and '*'
          help: name one component, or several as 'Chef*' or, in another scope, 'payments.*'; '*' \
          alone stands for all

          """
      )
      #expect(run.output == "")
      #expect(run.status == 1)
      #expect(try sandbox.everything() == before)
    }
  }

  @Test func `advice about a file can be typed whatever the file is called`() async throws {
    try await Sandbox.with { sandbox in
      try sandbox.write("{}", to: "my tokens.json")
      try sandbox.shell("chmod 644 'repository/my tokens.json'")
      let run = try await sandbox.registry("token", "list", "--tokens", "my tokens.json")
      #expect(
        run.error == """
          error: other users have access to the token file 'my tokens.json'
          help: run 'chmod 600 "my tokens.json"', and create new tokens if someone may have read it

          """
      )
      #expect(run.status == 1)
    }
  }
}
