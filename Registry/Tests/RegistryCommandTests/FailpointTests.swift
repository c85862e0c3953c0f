import Foundation
import ProgramTesting
import Testing

/// What `REGISTRY_FAILPOINT` does to the built program.
struct FailpointTests {
  @Test func `it ends the program at a step, and the next run goes on from there`() async throws {
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

  @Test func `after a kill no commit takes the release back, and any command unlocks git`()
    async throws
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

  @Test(arguments: [
    ("planned:fail", "failed at 'planned', as asked"),
    ("plannned:fail", "unknown failpoint 'plannned:fail'"),
    ("planned", "unknown failpoint 'planned'"),
  ])
  func `it makes a step fail, and no misspelt one passes`(
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
