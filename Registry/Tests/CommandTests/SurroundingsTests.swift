import Foundation
import ProgramTesting
import Testing

/// Repositories that git or the file system cannot fully use.
struct SurroundingsTests {
  @Test(.enabled(if: geteuid() == 0, "only root can give a folder away"))
  func `a repository of another user is used where the environment declares it safe`() async throws
  {
    try await Sandbox.with(["Menu"]) { sandbox in
      try sandbox.shell("chown 4242:4242 repository/.git")
      let refused = try await sandbox.registry(["status"], environment: safe("/elsewhere"))
      #expect(refused.status == 1, "\(refused.output)")
      #expect(refused.error.contains("is not owned by the current user"))
      let place = try sandbox.shell("cd repository && pwd -P")
        .trimmingCharacters(in: .whitespacesAndNewlines)
      let run = try await sandbox.registry(["status"], environment: safe(place))
      #expect(run.status == 0, "\(run.error)")
    }
  }

  private func safe(_ place: String) -> [String: String] {
    [
      "GIT_CONFIG_COUNT": "2",
      "GIT_CONFIG_KEY_0": "user.useConfigOnly", "GIT_CONFIG_VALUE_0": "false",
      "GIT_CONFIG_KEY_1": "safe.directory", "GIT_CONFIG_VALUE_1": place,
    ]
  }

  @Test(arguments: ["status", "plan", "verify", "bump"])
  func `a commit with more folders in each other than git reads is named`(
    _ verb: String
  ) async throws {
    try await Sandbox.with(["Menu"]) { sandbox in
      try await sandbox.registry("bump", "Menu", "1.0.0")
      try sandbox.shell(
        """
        cd repository
        {
          printf 'commit refs/heads/main\\ncommitter Baker <baker@example.com> 1800000000 +0000\\n'
          printf 'data 1\\nx\\nfrom refs/heads/main^0\\nM 100644 inline '
          printf 'deep/%.0s' $(seq 10000)
          printf 'file\\ndata 1\\ny\\n'
        } | git fast-import --quiet --force
        """
      )
      let run = try await sandbox.registry([verb] + (verb == "bump" ? ["Menu", "--patch"] : []))
      #expect(run.status == 1, "\(run.output)")
      // Newer versions of git refuse such a commit themselves, where older ones crash.
      let words = [
        "'deep/deep/deep/deep/…' in the newest commit has over", "maximum allowed tree depth",
      ]
      #expect(words.contains(where: run.error.contains), "\(run.error)")
    }
  }

  #if os(Linux)
    @Test(arguments: ["status", "plan", "verify", "log", "lint"])
    func `commands that only read work in a checkout that cannot be written to`(
      _ verb: String
    ) async throws {
      try await Sandbox.with { sandbox in
        try await sandbox.registry("release")
        try sandbox.change("Menu")
        let expected = try await sandbox.registry([verb])
        let run = try await sandbox.registry(
          [verb],
          killSwitch: .fail(EROFS, from: 1, below: sandbox.folder)
        )
        #expect(run.status == expected.status, "\(run.error)")
        #expect(run.output == expected.output)
      }
    }
  #endif
}
