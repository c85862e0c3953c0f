import Foundation
import ProgramTesting
import Testing

/// What `registry serve` refuses before it serves anything.
struct ServeRefusalTests {
  @Test(
    arguments: [
      (["--prot", "1"], "error: unknown option '--prot'\nhelp: did you mean '--port'?\n"),
      (["extra"], "error: unexpected argument 'extra'"),
      (["--port", "abc"], "error: the value 'abc' is invalid for '--port <port>'\nhelp: --port "),
    ]
  )
  func `a command line that makes no sense ends with status 2`(
    arguments: [String],
    error: String
  ) async throws {
    try await Sandbox.with { sandbox in
      let run = try await sandbox.registry(["serve"] + arguments)
      #expect(run.error.hasPrefix(error), "\(run.error)")
      #expect(run.error.contains("\nUsage: registry serve "))
      #expect(run.output == "")
      #expect(run.status == 2)
    }
  }

  @Test(
    arguments: [
      (["--port", "99999"], "error: --port: invalid port '99999', expected 0 to 65535\n"),
      (
        ["--log-level", "loud"],
        """
        error: --log-level: unknown log level 'loud', expected debug, info, notice, warning or error

        """
      ),
      (
        ["--tokens", ""],
        "error: --tokens: invalid value '', expected a non-empty value\n"
      ),
      (
        ["--public-url", "example.com"],
        """
        error: --public-url: invalid public URL 'example.com', expected one such as 'https://swift.example.com'

        """
      ),
      (
        ["--webhook", "https:///releases"],
        """
        error: --webhook: invalid URL 'https:///releases', expected one such as 'https://ci.example.com/releases'

        """
      ),
      (
        ["--webhook", "https://ci.example.com"],
        """
        error: '--webhook' requires a secret, by which receivers know who sends
        help: put one into a file, as 'openssl rand -hex 32' makes it, and name that with '--webhook-secret-file'

        """
      ),
      (
        ["--webhook", "https://ci.example.com", "--webhook-secret-file", "none"],
        "error: --webhook-secret-file: there is no file 'none'\n"
      ),
      (
        ["--tls-key", "key.pem"],
        """
        error: '--tls-certificate' and '--tls-key' must be given together
        help: give the certificate file and the key file

        """
      ),
      (
        ["--fetch-interval", "5"],
        """
        error: '--fetch-interval' requires '--mirror'
        help: only a copy of another repository fetches

        """
      ),
    ]
  )
  func `an option that cannot be meant ends with status 2`(
    arguments: [String],
    error: String
  ) async throws {
    try await Sandbox.with { sandbox in
      let run = try await sandbox.registry(["serve"] + arguments)
      #expect(run.error == error)
      #expect(run.output == "")
      #expect(run.status == 2)
    }
  }

  @Test(
    arguments: [
      ("REGISTRY_READ_TOKEN", "on", "invalid value 'on', expected 'true' or 'false'"),
      ("REGISTRY_READ_TOKEN", "", "invalid value '', expected 'true' or 'false'"),
      ("REGISTRY_TOKENS", "", "invalid value '', expected a non-empty value"),
      ("REGISTRY_PORT", "abc", "invalid port 'abc', expected 0 to 65535"),
      ("REGISTRY_PORT", "65536", "invalid port '65536', expected 0 to 65535"),
      (
        "REGISTRY_PUBLIC_URL", "ftp://example.com",
        "invalid public URL 'ftp://example.com', expected one such as 'https://swift.example.com'"
      ),
      (
        "REGISTRY_LOG_LEVEL", "loud",
        "unknown log level 'loud', expected debug, info, notice, warning or error"
      ),
    ]
  )
  func `a variable that is not understood is not taken for one that is not set`(
    name: String,
    value: String,
    error: String
  ) async throws {
    try await Sandbox.with { sandbox in
      // Nowhere to listen, so that what is taken for not set ends as well.
      let run = try await sandbox.registry(
        ["serve", "--host", "192.0.2.1"],
        environment: [name: value]
      )
      #expect(run.error == "error: \(name): \(error)\n")
      #expect(run.output == "")
      #expect(run.status == 2)
    }
  }

  @Test func `an address of another machine is not taken for a port that is in use`() async throws {
    try await Sandbox.with { sandbox in
      try await sandbox.registry("bump", "Menu", "1.0.0")
      // Kept for documents, so that no machine has it.
      let run = try await sandbox.registry("serve", "--host", "192.0.2.1", "--port", "0")
      #expect(run.error.hasPrefix("error: cannot listen on '192.0.2.1', port 0: "))
      #expect(
        run.error.hasSuffix(
          "\nhelp: choose an address of this machine with '--host', or '0.0.0.0' for all its addresses\n"
        )
      )
      #expect(run.output == "")
      #expect(run.status == 1)
    }
  }

  @Test func `a repository that is missing or empty is named`() async throws {
    try await Sandbox.with { sandbox in
      try sandbox.shell("git init -q --bare -b main empty.git")
      let missing = try await sandbox.registry("serve", "--repository", "none.git")
      #expect(
        missing.error == """
          error: there is no folder 'none.git'
          help: put a repository there, or name one to copy with '--mirror' (REGISTRY_MIRROR)

          """
      )
      let empty = try await sandbox.registry("serve", "--repository", "../empty.git")
      #expect(empty.error.hasPrefix("error: the branch 'main' has no commit yet\nhelp: push it "))
    }
  }

  /// Only root can give up the permission, and systems can allow all ports to everyone.
  @Test(.enabled(if: geteuid() == 0 && Self.hasPrivilegedPorts))
  func `a port that needs a permission is said to need it`() async throws {
    try await Sandbox.with { sandbox in
      try await sandbox.registry("bump", "Menu", "1.0.0")
      let lines = try sandbox.shell(
        """
        setpriv --bounding-set -net_bind_service --inh-caps -net_bind_service \\
          registry serve --port 81 --repository repository 2> said || true
        grep -E '^(error|help): ' said
        """
      )
      #expect(
        lines == """
          error: cannot listen on '127.0.0.1', port 81: permission denied
          help: ports below 1024 need a permission: 'AmbientCapabilities=CAP_NET_BIND_SERVICE' and \
          'CapabilityBoundingSet=CAP_NET_BIND_SERVICE' in a unit of systemd; or choose another port \
          with '--port', behind a proxy
          """
      )
    }
  }

  private static let hasPrivilegedPorts =
    (try? String(contentsOfFile: "/proc/sys/net/ipv4/ip_unprivileged_port_start", encoding: .utf8))
    .flatMap { Int($0.filter(\.isNumber)) }.map { $0 > 81 } ?? false

  @Test func `help needs no server`() async throws {
    try await Sandbox.with { sandbox in
      let lines = try sandbox.shell(
        """
        mkdir alone
        cp "$(command -v registry)" alone
        export PATH=/usr/bin:/bin
        alone/registry serve --help | grep -c -- '^  --public-url <url>  *The public URL'
        alone/registry help serve | grep -c -- '^  --read-token '
        alone/registry serve 2> said || head -n 1 said
        """
      )
      #expect(
        lines == """
          1
          1
          error: cannot start 'registry-server', which is neither beside this program nor on the PATH
          """
      )
    }
  }

  @Test func `help goes to standard output`() async throws {
    try await Sandbox.with { sandbox in
      let run = try await sandbox.registry("serve", "--help")
      #expect(run.output.hasPrefix("OVERVIEW: Serve the releases"))
      #expect(run.error == "")
      #expect(run.status == 0)
    }
  }
}
