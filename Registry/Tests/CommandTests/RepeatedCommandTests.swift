import ProgramTesting
import Testing

/// Commands that are typed again after they succeeded.
struct RepeatedCommandTests {
  @Test(arguments: [
    ["--major"], ["--minor"], ["--patch"], ["--minor", "--pre", "beta"], ["2.0.0"],
  ])
  func `a release that was made is not made again`(choice: [String]) async throws {
    try await Sandbox.with { sandbox in
      try await sandbox.registry("bump", "Menu", "1.2.3")
      try sandbox.change("Menu")
      let first = try await sandbox.registry(["bump", "Menu"] + choice)
      #expect(first.status == 0, "\(first.error)")
      let version = try #require(first.output.split(separator: " ").dropFirst().first)
      let tip = try sandbox.git("rev-parse", "HEAD")
      for _ in 1...2 {
        let again = try await sandbox.registry(["bump", "Menu"] + choice)
        #expect(again.status == 0, "\(again.error)")
        #expect(again.output == "Menu \(version) is released already, with exactly these files\n")
      }
      #expect(try sandbox.git("rev-parse", "HEAD") == tip)
    }
  }

  @Test func `another increment without a change is refused`() async throws {
    try await Sandbox.with { sandbox in
      try await sandbox.registry("bump", "Menu", "1.0.0")
      try sandbox.change("Menu")
      try await sandbox.registry("bump", "Menu", "--minor")
      let run = try await sandbox.registry("bump", "Menu", "--patch")
      #expect(run.status == 1)
      #expect(run.error.contains("nothing has changed since '1.1.0'"))
    }
  }

  @Test(arguments: [["--patch"], ["--minor"], ["1.0.1"], ["--pre", "rc"]])
  func `a release is not said to be made where files have changed and are not committed`(
    choice: [String]
  ) async throws {
    try await Sandbox.with { sandbox in
      try await sandbox.registry("bump", "Menu", "1.0.0")
      try sandbox.change("Menu")
      try await sandbox.registry("bump", "Menu", "--patch")
      try sandbox.write("// more\n", to: "Components/Menu/Sources/Menu/More.swift")
      let run = try await sandbox.registry(["bump", "Menu"] + choice)
      #expect(run.status == 1)
      #expect(
        run.error == """
          error: component 'Menu': 'Components/Menu/Sources/Menu/More.swift' has uncommitted changes
          help: commit them, or stash them with 'git stash -u -- Components/Menu'

          """
      )
    }
  }

  @Test func `a component that was removed is not removed again`() async throws {
    try await Sandbox.with { sandbox in
      try await sandbox.registry("remove", "Menu")
      let tip = try sandbox.git("rev-parse", "HEAD")
      let again = try await sandbox.registry("remove", "Menu")
      #expect((again.status, again.error) == (0, ""))
      #expect(again.output == "Menu is removed from the manifest already\n")
      #expect(try sandbox.git("rev-parse", "HEAD") == tip)
      let other = try await sandbox.registry("remove", "Men")
      #expect(other.status == 1)
      #expect(other.error.hasPrefix("error: unknown component 'Men'"))
    }
  }
}
