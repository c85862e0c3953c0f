import ProgramTesting
import Testing

/// The author that git knows.
struct IdentityTests {
  @Test func `release checks the author before it compares anything`() async throws {
    try await Sandbox.with(["Menu"]) { sandbox in
      try await sandbox.registry("release")
      try sandbox.change("Menu")
      for key in ["user.name", "user.email"] { try sandbox.git("config", "--unset", key) }
      // Without a toolchain on the path, a comparison would be refused.
      let refused = try await sandbox.registry("release", "--verify", "newest")
      #expect(refused.error.hasPrefix("error: git's configuration has no 'user.name'\n"))
      #expect(try await sandbox.registry("plan", "--no-api-check").status == 0)
    }
  }
}
