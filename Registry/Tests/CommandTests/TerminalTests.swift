#if os(Linux)
  import ProgramTesting
  import Testing

  /// What a person in a terminal is asked and told, and nobody else.
  struct TerminalTests {
    /// What a command prints in a terminal into which these lines are typed.
    private func typed(_ lines: String, in sandbox: Sandbox, _ command: String) throws -> String {
      try sandbox.shell(
        "cd repository; printf '\(lines)' | script -qec '\(command)' /dev/null | tr -d '\\r'"
      )
    }

    @Test func `the status ends with the next command`() async throws {
      try await Sandbox.with(["Menu"]) { sandbox in
        func last(_ command: String) throws -> String {
          String(try typed("", in: sandbox, command).split(separator: "\n").last ?? "")
        }
        let next = "next: registry plan"
        var told = try last("TERM=dumb registry status")
        #expect(told == next)
        told = try last("TERM=dumb registry status --quiet")
        #expect(told.hasPrefix("Menu"))
        let piped = try await sandbox.registry("status")
        #expect(piped.error == "")
        try await sandbox.registry("release")
        told = try last("TERM=dumb registry status")
        #expect(told.hasPrefix("Menu"))
        try sandbox.write("// more\n", to: "Components/Menu/Sources/Menu/More.swift")
        told = try last("TERM=dumb registry status")
        #expect(told == "next: git commit, then registry plan")
      }
    }

    @Test func `the first init asks what it proposes, and the next one nothing`() async throws {
      let files = Sandbox.library("Components/Menu").filter { !$0.key.hasSuffix("LICENSE") }
      try await Sandbox.withForeign(files + ["LICENSE": "Do as you like.\n"]) { sandbox in
        let answers = "my shop\\nshop\\nsecret\\ninternal\\n\\n"
        let asked = try typed(answers, in: sandbox, "registry init")
        #expect(asked.contains("Scope, the first part of the packages' identities [bistro]: "))
        #expect(asked.contains("invalid answer 'secret', expected 'public' or 'internal'"))
        #expect(asked.contains("Add LICENSE to releases of components without a licence? [Y/n] "))
        let manifest = try sandbox.read("Registry/manifest.json")
        #expect(manifest.contains(#""scope": "shop""#))
        #expect(manifest.contains(#""release": "internal""#))
        #expect(manifest.contains(#""rootFiles": ["LICENSE"]"#))
        let again = try typed("", in: sandbox, "registry init")
        #expect(again.contains("lists all packages"))
      }
    }

    @Test func `init asks nothing where it is told so`() async throws {
      try await Sandbox.withForeign(Sandbox.library("Components/Menu")) { sandbox in
        let told = try typed("", in: sandbox, "registry init --yes")
        #expect(!told.contains("Scope"))
        #expect(try sandbox.read("Registry/manifest.json").contains(#""scope": "bistro""#))
      }
    }
  }
#endif
