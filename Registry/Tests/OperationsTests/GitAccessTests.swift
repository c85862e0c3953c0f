import Base
import Mirror
import Testing

/// Passwords for git that are not git's own.
struct GitAccessTests {
  /// What git would log in with at a host.
  private func credential(_ access: GitAccess, host: String) throws -> String {
    var git = ToolProcess(program: "git", arguments: ["credential", "fill"], need: "for tests")
    git.input = "protocol=https\nhost=\(host)\n\n"
    git.environment = access.environment().merging([
      "GIT_TERMINAL_PROMPT": "0", "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": "/dev/null",
      "GIT_ASKPASS": "false",
    ]) { $1 }
    return try git.runUnattended(limit: .seconds(60)).output
  }

  private let url = "https://git.example.com/acme"

  @Test func `a token of the environment is for one host`() throws {
    let (_, access) = GitAccess.taking(from: url) { name in
      name == "REGISTRY_MIRROR_TOKEN" ? "s3\\cret%" : nil
    }
    #expect(
      try credential(access, host: "git.example.com")
        == "protocol=https\nhost=git.example.com\nusername=x-access-token\npassword=s3\\cret%\n"
    )
    #expect(try !credential(access, host: "other.example.com").contains("password"))
  }

  @Test func `a password of a URL leaves the URL`() throws {
    let (bare, access) = GitAccess.taking(from: "https://ada:pa%3Ass@git.example.com/acme") { _ in
      nil
    }
    #expect(bare == "https://ada@git.example.com/acme")
    #expect(
      try credential(access, host: "git.example.com").contains("username=ada\npassword=pa:ss\n")
    )
    let user = "https://ada@git.example.com/acme"
    #expect(GitAccess.taking(from: user) { _ in nil }.url == user)
  }

  @Test(arguments: [
    "ssh://git@git.example.com/acme", "git@git.example.com:acme", "file:///srv/git",
  ])
  func `nothing but HTTP gets a token`(url: String) {
    let (_, access) = GitAccess.taking(from: url) { $0 == "REGISTRY_MIRROR_TOKEN" ? "secret" : nil }
    #expect(access.environment().isEmpty)
  }
}
