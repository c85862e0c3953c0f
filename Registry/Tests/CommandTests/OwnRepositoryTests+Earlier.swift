import ProgramTesting
import Testing

extension OwnRepositoryTests {
  /// It was built from the URL, and still is.
  @Test func `a release from before the manifest named the repositories is compared with`()
    async throws
  {
    // The package manager remembers the commit of each URL, from run to run.
    let url = "https://git.example.invalid/a\(UInt64.random(in: 0 ... .max))/swift"
    try await with(url: "\(url)-Menu") { sandbox in
      try await sandbox.registry("set", "repositories", "--unset")
      try await sandbox.registry("bump", "Menu", "1.0.0", "--no-api-check", "--verify", "none")
      try await sandbox.registry("mirror", "../mirrors")
      try await sandbox.registry("bump", "Kitchen", "1.0.0", "--no-api-check", "--verify", "none")
      try await sandbox.registry("set", "repositories", "\(url)-{name}")
      try sandbox.change("Kitchen")
      try sandbox.shell(
        "git config --file gitconfig url.\"file://$PWD/mirrors/Menu.git\".insteadOf \(url)-Menu"
      )
      let bump = try await sandbox.registry(
        ["bump", "Kitchen", "1.0.1", "--verify", "none"],
        environment: Sandbox.toolchain.merging(
          ["GIT_CONFIG_GLOBAL": "\(sandbox.repository)/../gitconfig"]
        ) { $1 }
      )
      #expect(bump.status == 0, "\(bump.error)")
      #expect(bump.output.contains("API      unchanged"), "\(bump.output)")
    }
  }
}
