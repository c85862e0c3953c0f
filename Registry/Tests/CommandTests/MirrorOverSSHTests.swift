import Foundation
import ProgramTesting
import Testing

/// Mirrors on a server that is reached with a program in the place of ssh.
struct MirrorOverSSHTests {
  /// Lends a repository with a release of `Menu`, and an empty repository for it on the server.
  private func withRelease(_ body: (Sandbox) async throws -> Void) async throws {
    try await Sandbox.with { sandbox in
      try await sandbox.registry("bump", "Menu", "1.0.0")
      try sandbox.shell("git init -q --bare -b main server/Menu.git")
      try await body(sandbox)
    }
  }

  /// - Parameter script: What happens on the server before it does what it is asked, in `$1`.
  private func mirror(
    _ sandbox: Sandbox,
    _ script: String = "",
    _ arguments: String...
  ) async throws -> Program.Run {
    let ssh = URL(filePath: sandbox.folder).appending(path: "ssh")
    try Data("#!/bin/sh\nshift\n\(script)\nexec sh -c \"$1\"\n".utf8).write(to: ssh)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: ssh.path)
    return try await sandbox.registry(
      ["mirror", "ssh://git@git.example.com\(sandbox.folder)/server"] + arguments,
      environment: ["GIT_SSH_COMMAND": ssh.path, "GIT_SSH_VARIANT": "simple"]
    )
  }

  private func references(_ sandbox: Sandbox) throws -> String {
    try sandbox.shell("git --git-dir server/Menu.git for-each-ref --format='%(refname)'")
  }

  @Test func `a mirror is pushed with the person's ssh`() async throws {
    try await withRelease { sandbox in
      let run = try await mirror(sandbox)
      #expect(run.status == 0, "\(run.error)")
      #expect(try references(sandbox) == "refs/heads/main\nrefs/tags/1.0.0")
      let again = try await mirror(sandbox, "case $1 in git-receive-pack*) exit 1;; esac")
      #expect(again.status == 0, "\(again.error)")
    }
  }

  @Test func `a server that does not answer is given up`() async throws {
    try await withRelease { sandbox in
      let run = try await mirror(sandbox, "exec sleep 600", "--timeout", "1")
      #expect(run.status == 1)
      let url = "ssh://git@git.example.com\(sandbox.folder)/server/Menu.git"
      #expect(
        run.error == """
          error: component 'Menu': cannot reach '\(url)': no answer within 1 s
          help: run the command again; for a slow server, 'registry mirror' has '--timeout SECONDS'

          """
      )
    }
  }

  @Test func `nothing is claimed of repositories that cannot be reached`() async throws {
    try await withRelease { sandbox in
      try await sandbox.registry("bump", "Kitchen", "1.0.0")
      let run = try await mirror(sandbox, "exit 255")
      #expect(run.status == 1)
      let place = "ssh://git@git.example.com\(sandbox.folder)/server"
      #expect(run.output == "\(place) has 0 of 2 repositories with every release\n")
    }
  }

  @Test func `what ssh says is the reason`() async throws {
    try await withRelease { sandbox in
      // As ssh ends its lines.
      let words = #"no such identity\r\ngit@host: Permission denied (publickey).\r\n"#
      let run = try await mirror(sandbox, "printf '\(words)' >&2; exit 255")
      #expect(run.status == 1)
      #expect(
        run.error.contains(": git@host: Permission denied (publickey).\nhelp: "),
        "\(run.error)"
      )
    }
  }

  /// What the server prints before it ends, what git prints after that, and what is shown.
  @Test(arguments: [
    // As through a web server, whose answer git shows.
    (
      "echo 'remote: Write access to this repository was not granted.' >&2"
        + "; echo \"fatal: unable to access 'https://x/': The requested URL returned error: 403\" >&2"
        + "; exit 128",
      "The requested URL returned error: 403: Write access to this repository was not granted."
    ),
    (
      "for line in '' '======' '' 'ERROR: You may not push here.' '' '======'; do"
        + " echo \"remote: $line\" >&2; done; exit 1",
      "ERROR: You may not push here."
    ),
  ])
  func `why the server takes nothing is said`(script: String, reason: String) async throws {
    try await withRelease { sandbox in
      let run = try await mirror(sandbox, "case $1 in git-receive-pack*) \(script);; esac")
      #expect(run.status == 1)
      let url = "ssh://git@git.example.com\(sandbox.folder)/server/Menu.git"
      #expect(
        run.error == """
          error: component 'Menu': cannot push to '\(url)': \(reason)
          help: check that the account may push there, then run the command again

          """
      )
    }
  }

  /// Objects are to be written where nothing can be, and on a disk without space.
  @Test(arguments: [
    ("export GIT_OBJECT_DIRECTORY=/proc", "unable to create temporary object directory"),
    ("trap '' XFSZ; ulimit -f 0", "unable to write loose object file: File too large"),
  ])
  func `a disk that takes nothing is said`(script: String, reason: String) async throws {
    try await withRelease { sandbox in
      let run = try await mirror(sandbox, "case $1 in git-receive-pack*) \(script);; esac")
      #expect(run.status == 1)
      let url = "ssh://git@git.example.com\(sandbox.folder)/server/Menu.git"
      #expect(
        run.error.split(separator: "\n").first
          == "error: component 'Menu': '\(url)' refused 'refs/tags/1.0.0' and 1 more of 2: unpacker error: \(reason)"
      )
      let again = try await mirror(sandbox)
      #expect(again.status == 0, "\(again.error)")
    }
  }

  @Test func `a branch that somebody moves meanwhile stays`() async throws {
    try await withRelease { sandbox in
      let theirs = try sandbox.git("rev-parse", "HEAD")
      try sandbox.git("push", "-q", "../server/Menu.git", "HEAD:refs/heads/other")
      let run = try await mirror(
        sandbox,
        """
        case $1 in git-receive-pack*)
          git --git-dir '\(sandbox.folder)/server/Menu.git' update-ref refs/heads/main \(theirs)
        esac
        """
      )
      #expect(run.status == 1)
      #expect(run.error.contains("was changed while it was mirrored"), "\(run.error)")
      #expect(try sandbox.shell("git --git-dir server/Menu.git rev-parse main") == theirs)
    }
  }

  @Test func `a password in the URL is in no message and no argument`() async throws {
    try await withRelease { sandbox in
      // In the place of git: says what it is started with, and that there is no such server.
      let git = URL(filePath: sandbox.folder).appending(path: "bin/git")
      try FileManager.default.createDirectory(
        at: git.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try Data(
        "#!/bin/sh\necho \"$@\" >> '\(sandbox.folder)/arguments'\necho 'fatal: nobody' >&2\nexit 128\n"
          .utf8
      )
      .write(to: git)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: git.path)
      let run = try await sandbox.registry(
        [
          "mirror", "https://ada:secret@git.example.com/m", "--base-url", "https://git.example.com",
        ],
        environment: ["PATH": "\(sandbox.folder)/bin:/usr/bin:/bin"]
      )
      #expect(run.status == 1)
      let arguments = try sandbox.shell("cat arguments")
      #expect(arguments.contains("ls-remote --symref https://ada@git.example.com/m/Menu.git"))
      #expect(!(run.output + run.error + arguments).contains("secret"))
    }
  }
}
