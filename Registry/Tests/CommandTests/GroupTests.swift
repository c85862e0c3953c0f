import ProgramTesting
import Testing

/// What the commands print of groups.
struct GroupTests {
  /// Kitchen and Menu in a fixed group at 1.0.0, with a change of Menu.
  private func with(_ body: (Sandbox) async throws -> Void) async throws {
    try await Sandbox.with { sandbox in
      try sandbox.groupComponents()
      try await sandbox.registry("release", "shop=1.0.0")
      try sandbox.change("Menu", "feat: drinks")
      try await body(sandbox)
    }
  }

  @Test func `plan, release and status in words`() async throws {
    try await with { sandbox in
      #expect(
        try await sandbox.registry("plan", "--no-api-check").output == """
          Kitchen 1.0.0 → 1.1.0
            a release of its group shop
          Menu 1.0.0 → 1.1.0
            1 commit: 1 feature

          2 releases; the public API was not compared: the versions follow from the commits alone

          """
      )
      #expect(
        try await sandbox.registry("status", "shop").output == """
          COMPONENT  LAYER    GROUP  STATE           VERSION  LATEST
          Kitchen    feature  shop   unchanged       1.0.0    1.0.0
          Menu       feature  shop   1 commit since  1.0.0    1.0.0

          """
      )
      #expect(
        try await sandbox.registry("release", "shop=1.2.0").output.scrubbed == """
          Kitchen 1.2.0 is released, after 1.0.0
          Menu 1.2.0 is released, after 1.0.0
            commit  <short>

          """
      )
      let again = try await sandbox.registry("release", "shop=1.2.0")
      #expect((again.status, again.output) == (0, "nothing to release\n"))
      #expect(try await sandbox.registry("verify").status == 0)
    }
  }

  @Test func `plan and release name the group in their JSON`() async throws {
    try await with { sandbox in
      let plan = try await sandbox.registry("plan", "--no-api-check", "--json").output
      #expect(
        plan.contains(
          """
                "asked" : false,
                "component" : "Kitchen",
                "group" : "shop",
                "level" : "unchanged",
                "path" : "Components/Kitchen",
                "previous" : "1.0.0",
                "reasons" : [
                  {
                    "group" : "shop",
                    "kind" : "group"
                  }
                ],
                "version" : "1.1.0"
          """
        )
      )
      let release = try await sandbox.registry("release", "--json").output
      #expect(release.split(separator: #""group" : "shop","#).count == 3)
      let status = try await sandbox.registry("status", "--json").output
      #expect(status.split(separator: #""group" : "shop","#).count == 3)
    }
  }

  @Test func `bump refuses a component of a fixed group, and says what to type`() async throws {
    try await with { sandbox in
      for (arguments, command) in [
        (["1.1.0"], "registry release shop=1.1.0"), (["--minor"], "registry release shop=1.1.0"),
      ] {
        let run = try await sandbox.registry(["bump", "Menu"] + arguments)
        #expect(run.status == 1)
        #expect(
          run.error == """
            error: component 'Menu': it is in the fixed group 'shop', whose 2 components are released \
            together
            help: release the group: '\(command)'

            """
        )
      }
    }
  }

  @Test func `a new package that a pattern matches is in the group, which is said`() async throws {
    try await with { sandbox in
      let run = try await sandbox.registry("new", "Table")
      #expect(run.error == "note: 'Table' is in the group 'shop'\n")
      let plan = try await sandbox.registry("plan", "--no-api-check").output
      #expect(plan.contains("Table 1.1.0\n  its first release\n"))
    }
  }
}
