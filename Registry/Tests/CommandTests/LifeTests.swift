import ProgramTesting
import Testing

/// The life of a component, as a person types it.
struct LifeTests {
  /// Runs a verb that must succeed, and returns what it printed.
  @discardableResult
  private func run(_ sandbox: Sandbox, _ arguments: String...) async throws -> String {
    let run = try await sandbox.registry(arguments)
    #expect(run.status == 0, "\(arguments): \(run.error)")
    return run.output.withoutUncheckedNotes.scrubbed
  }

  /// The versions of `Menu`, highest first, as the log shows them.
  private func versions(_ sandbox: Sandbox) async throws -> [String] {
    let output = try await run(sandbox, "log", "Menu")
    return output.split(separator: "\n").filter { $0.hasPrefix("Menu") }
      .compactMap { $0.split(separator: " ").dropFirst().first.map(String.init) }
  }

  private func expectSound(_ sandbox: Sandbox) async throws {
    try await run(sandbox, "verify")
    try sandbox.git("fsck", "--strict", "--no-dangling")
    #expect(try sandbox.git("status", "--porcelain") == "")
  }

  @Test func `a component goes from its first release to its withdrawal`() async throws {
    try await Sandbox.with { sandbox in
      #expect(
        try await run(sandbox, "status") == """
          COMPONENT  LAYER    STATE           VERSION  LATEST
          Kitchen    feature  never released  –        –
          Menu       feature  never released  –        –

          """
      )
      #expect(
        try await run(sandbox, "bump", "Menu", "1.0.0") == """
          Menu 1.0.0 is released, its first release
            commit   <short>
            tag      Menu/1.0.0
            archive  <checksum>
            API      not compared

          """
      )
      #expect(
        try await run(sandbox, "bump", "Menu", "1.0.0")
          == "Menu 1.0.0 is released already, with exactly these files\n"
      )
      try await expectSound(sandbox)

      try sandbox.git("branch", "menu-1.0")
      try sandbox.change("Menu", "feat: list drinks")
      try sandbox.change("Menu", "fix: sort dishes")
      #expect(
        try await run(sandbox, "status", "Menu") == """
          COMPONENT  LAYER    STATE            VERSION  LATEST
          Menu       feature  2 commits since  1.0.0    1.0.0

          """
      )
      try await run(sandbox, "bump", "Menu", "--minor", "--pre", "beta")
      try sandbox.change("Menu", "fix: price drinks")
      try await run(sandbox, "bump", "Menu", "--pre", "beta")
      #expect(
        try await run(sandbox, "bump", "Menu", "--minor").hasPrefix(
          "Menu 1.1.0 is released, after 1.0.0\n"
        )
      )
      #expect(
        try await versions(sandbox) == ["1.1.0", "1.1.0-beta.1", "1.1.0-beta.0", "1.0.0"]
      )
      #expect(
        try await run(sandbox, "log", "Menu", "--limit", "1", "--notes") == """
          Menu  1.1.0  <date>  <short>
            #### Added

            - list drinks

            #### Fixed

            - sort dishes
            - price drinks

          """
      )
      try await expectSound(sandbox)

      try sandbox.git("switch", "-q", "menu-1.0")
      try sandbox.change("Menu", "fix: spell dishes")
      try await run(sandbox, "bump", "Menu", "--patch")
      #expect(try await versions(sandbox) == ["1.0.1", "1.0.0"])
      try await expectSound(sandbox)
      try sandbox.git("switch", "-q", "main")
      try sandbox.git("merge", "-q", "-s", "ort", "-X", "ours", "menu-1.0")
      #expect(
        try await versions(sandbox)
          == ["1.1.0", "1.1.0-beta.1", "1.1.0-beta.0", "1.0.1", "1.0.0"]
      )
      try await expectSound(sandbox)

      #expect(
        try await run(sandbox, "yank", "Menu", "1.0.1", "--reason", "breaks on an empty menu")
          == "Menu 1.0.1 is withdrawn: breaks on an empty menu\n"
      )
      #expect(
        try await run(sandbox, "yank", "Menu", "1.0.1", "--reason", "again")
          == "Menu 1.0.1 is withdrawn already since <date>: breaks on an empty menu\n"
      )
      try sandbox.change("Menu", "feat: list desserts")
      let before = try sandbox.git("rev-parse", "HEAD")
      try await run(sandbox, "bump", "Menu", "2.0.0")
      #expect(
        try await run(sandbox, "undo", "Menu", "2.0.0")
          == "Menu 2.0.0 is removed, the branch is at <short> again\n"
      )
      #expect(try sandbox.git("rev-parse", "HEAD") == before)
      #expect(try sandbox.git("tag", "--list", "Menu/2.0.0") == "")
      #expect(
        try await run(sandbox, "log", "Menu") == """
          Menu  1.1.0         <date>  <short>
          Menu  1.1.0-beta.1  <date>  <short>
          Menu  1.1.0-beta.0  <date>  <short>
          Menu  1.0.1         <date>  <short>
            withdrawn <date>: breaks on an empty menu
          Menu  1.0.0         <date>  <short>

          """
      )
      try await expectSound(sandbox)
    }
  }

  @Test func `a release of a component that depends on another records what it requires`()
    async throws
  {
    try await Sandbox.with { sandbox in
      try sandbox.writePackage("Menu", dependsOn: "../Kitchen")
      try sandbox.commitAll("Cook the menu")
      try await run(sandbox, "bump", "Kitchen", "1.2.0")
      try await run(sandbox, "bump", "Menu", "1.0.0")
      #expect(
        try await run(sandbox, "log", "Menu") == """
          Menu  1.0.0  <date>  <short>
            requires Kitchen from 1.2.0

          """
      )
      try await run(sandbox, "archive", "Menu", "1.0.0", "-o", "../menu.zip")
      try sandbox.git("clone", "-q", "--no-tags", ".", "../clone")
      let again = try await sandbox.registry(
        "archive",
        "Menu",
        "1.0.0",
        "-o",
        "../again.zip",
        "--directory",
        "../clone"
      )
      #expect(again.status == 0)
      #expect(
        try sandbox.git("hash-object", "../menu.zip") == sandbox.git("hash-object", "../again.zip")
      )
      try await expectSound(sandbox)
    }
  }

  @Test func `a clone without tags is sound, and gets them back as they were`() async throws {
    try await Sandbox.with { sandbox in
      try await run(sandbox, "bump", "Menu", "1.0.0")
      let tag = try sandbox.git("rev-parse", "Menu/1.0.0")
      try sandbox.git("tag", "-d", "Menu/1.0.0")
      #expect(
        try await run(sandbox, "verify") == """
          note: Menu 1.0.0: the tag 'Menu/1.0.0' is missing
            help: create missing tags with 'registry tags'
          verified 2 components, 1 release and 0 tags: no faults

          """
      )
      #expect(try await run(sandbox, "tags", "--dry-run") == "tag Menu/1.0.0\n")
      #expect(try await run(sandbox, "tags") == "created Menu/1.0.0\n")
      #expect(try await run(sandbox, "tags") == "no tag is missing\n")
      #expect(try sandbox.git("rev-parse", "Menu/1.0.0") == tag)
      try await run(sandbox, "bump", "Kitchen", "1.0.0")
      try sandbox.git("tag", "-d", "Menu/1.0.0", "Kitchen/1.0.0")
      #expect(
        try await run(sandbox, "verify") == """
          note: 2 releases of 2 components have no tag here (list them with '--json')
            help: create missing tags with 'registry tags'
          verified 2 components, 2 releases and 0 tags: no faults

          """
      )
    }
  }

  @Test func `quiet leaves results and errors, and what cannot be pushed has no command for that`()
    async throws
  {
    try await Sandbox.with(["Kitchen", "Menu", "Spoon", "Table"]) { sandbox in
      let alone = try await sandbox.registry("bump", "Spoon", "1.0.0")
      #expect(alone.error == "")
      try sandbox.git("remote", "add", "origin", "../origin.git")
      let loud = try await sandbox.registry("bump", "Menu", "1.0.0")
      #expect(loud.error == "push it with 'git push --atomic --follow-tags -u origin main'\n")
      try sandbox.git("config", "branch.main.remote", "origin")
      let tracked = try await sandbox.registry("bump", "Table", "1.0.0")
      #expect(tracked.error == "push it with 'git push --atomic --follow-tags'\n")
      let quiet = try await sandbox.registry("bump", "Kitchen", "1.0.0", "--quiet")
      #expect(quiet.error == "")
      #expect(quiet.output.hasPrefix("Kitchen 1.0.0 is released"))
    }
  }
}
