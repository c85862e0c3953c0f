import Foundation
import ProgramTesting
import Testing

/// What `REGISTRY_FAILPOINT` does to the built program.
struct FailpointTests {
  @Test func `a failpoint kills the program at a step, and the next run completes the release`()
    async throws
  {
    try await Sandbox.with { sandbox in
      let environment = ["REGISTRY_FAILPOINT": "branch-moved:kill"]
      let run = try await sandbox.registry("bump", "Menu", "1.0.0", environment: environment)
      #expect(run.signal == Int(SIGKILL))
      let again = try await sandbox.registry("bump", "Menu", "1.0.0")
      #expect(again.status == 0)
      #expect(try sandbox.recordCount("Menu", "1.0.0") == 1)
      #expect(try sandbox.git("tag", "--list") == "Menu/1.0.0")
    }
  }

  @Test func `a commit after a kill fails until a command has completed the release`() async throws
  {
    try await Sandbox.with { sandbox in
      let environment = ["REGISTRY_FAILPOINT": "branch-moved:kill"]
      try await sandbox.registry("bump", "Menu", "1.0.0", environment: environment)
      #expect(throws: ProgramFailure.self) { try sandbox.commitAll() }
      #expect(try await sandbox.registry("status").status == 0)
      try sandbox.commitAll()
      #expect(try sandbox.recordCount("Menu", "1.0.0") == 1)
      #expect(try sandbox.git("rev-list", "--count", "HEAD") == "3")
    }
  }

  @Test func `a commit after an error past the commit point fails until a command completes it`()
    async throws
  {
    try await Sandbox.with { sandbox in
      let environment = ["REGISTRY_FAILPOINT": "files-written:fail"]
      let run = try await sandbox.registry("bump", "Menu", "1.0.0", environment: environment)
      #expect(run.status == 1)
      #expect(
        run.error.hasSuffix(
          """
          help: the next command completes it, such as 'registry status'; until then git's index \
          stays locked

          """
        ),
        "\(run.error)"
      )
      #expect(throws: ProgramFailure.self) { try sandbox.commitAll() }
      #expect(try await sandbox.registry("status").status == 0)
      try sandbox.commitAll()
      #expect(try sandbox.recordCount("Menu", "1.0.0") == 1)
      #expect(try sandbox.git("status", "--porcelain") == "")
    }
  }

  @Test(arguments: ["bump Menu 1.0.0", "release"])
  func `a branch whose release was killed can be worked on`(command: String) async throws {
    try await Sandbox.with { sandbox in
      try await sandbox.registry(
        command.split(separator: " ").map(String.init) + ["--branch", "proposal"],
        environment: ["REGISTRY_FAILPOINT": "branch-moved:kill"]
      )
      try #require(sandbox.hasNote)
      try sandbox.git("switch", "-q", "proposal")
      let run = try await sandbox.registry("status")
      #expect(run.status == 0)
      #expect(run.error == "")
      #expect(!sandbox.hasNote)
      try sandbox.change("Menu", "feat: list drinks")
      #expect(try await sandbox.registry("bump", "Menu", "1.1.0").status == 0)
      #expect(try sandbox.git("status", "--porcelain") == "")
    }
  }

  @Test func `a first init that was killed is repaired by any command`() async throws {
    try await Sandbox.withForeign(Sandbox.library("Menu")) { sandbox in
      let environment = ["REGISTRY_FAILPOINT": "note-written:kill"]
      try await sandbox.registry("init", environment: environment)
      #expect(throws: ProgramFailure.self) { try sandbox.commitAll() }
      let run = try await sandbox.registry("status")
      #expect(run.error.hasPrefix("error: found no 'Registry/manifest.json'"), "\(run.error)")
      try sandbox.commitAll()
      #expect(!sandbox.hasNote)
    }
  }

  @Test func `names that begin with a combining mark are read back from a note`() async throws {
    try await Sandbox.with { sandbox in
      let place = "\u{301}Libraries/Menu"
      let environment = ["REGISTRY_FAILPOINT": "branch-moved:kill"]
      try await sandbox.registry("move", "Menu", place, environment: environment)
      try #require(sandbox.hasNote)
      let run = try await sandbox.registry("status")
      #expect(run.status == 0)
      #expect(run.error == "")
      #expect(try sandbox.read("\(place)/Package.swift").contains("Menu"))
      #expect(try sandbox.git("status", "--porcelain") == "")
    }
  }

  @Test func `a file of any name that a person gives stays`() async throws {
    try await Sandbox.with { sandbox in
      try sandbox.write("mine", to: ".CHANGELOG.md.registry")
      #expect(try await sandbox.registry("bump", "Menu", "1.0.0").status == 0)
      #expect(try sandbox.read(".CHANGELOG.md.registry") == "mine")
      #expect(try sandbox.git("status", "--porcelain") == "?? .CHANGELOG.md.registry")
    }
  }

  @Test func `a command that reads removes a lock that never got its name`() async throws {
    try await Sandbox.with { sandbox in
      try sandbox.write("registry\n", to: ".git/index.registry-lock")
      #expect(try await sandbox.registry("status").status == 0)
      #expect(
        !FileManager.default.fileExists(atPath: sandbox.repository + "/.git/index.registry-lock")
      )
    }
  }

  @Test(arguments: [
    ("planned:fail", "failed at 'planned', as asked"),
    ("plannned:fail", "unknown failpoint 'plannned:fail'"),
    ("planned", "unknown failpoint 'planned'"),
  ])
  func `a failpoint makes its step fail, and an unknown one is refused`(
    value: String,
    words: String
  ) async throws {
    try await Sandbox.with { sandbox in
      let run = try await sandbox.registry(
        "bump",
        "Menu",
        "1.0.0",
        environment: ["REGISTRY_FAILPOINT": value]
      )
      #expect(run.status == 1)
      #expect(run.error.contains(words), "\(run.error)")
      #expect(try sandbox.git("tag", "--list") == "")
    }
  }
}
