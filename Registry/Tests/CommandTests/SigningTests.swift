import Foundation
import ProgramTesting
import Testing

/// Signatures that git's configuration asks for, and hooks that do not run.
struct SigningTests {
  /// Writes the program that signs, and configures git to use it for commits and tags.
  private func configure(
    _ sandbox: Sandbox,
    _ script: String,
    program: String = "gpg.program"
  ) throws {
    try sandbox.shell(
      """
      cat > sign <<'END'
      #!/bin/bash
      \(script)
      END
      chmod +x sign
      git -C repository config commit.gpgSign true
      git -C repository config tag.gpgSign true
      git -C repository config \(program) "$PWD/sign"
      """
    )
  }

  /// Signs what it reads with its own checksum, as OpenPGP's programs are asked to.
  private static let signing = """
    echo "$@" >> "$(dirname "$0")/calls"
    echo "-----BEGIN PGP SIGNATURE-----"
    echo
    shasum -a 256 | cut -c1-64
    echo "-----END PGP SIGNATURE-----"
    echo "[GNUPG:] SIG_CREATED D 1 8 00 1 AAAA" >&2
    """

  @Test(arguments: [("openpgp", "gpg.program"), ("x509", "gpg.x509.program")])
  func `commits and tags are signed by the configured program`(
    format: String,
    program: String
  ) async throws {
    try await Sandbox.with(["Menu"]) { sandbox in
      try configure(sandbox, Self.signing, program: program)
      try sandbox.git("config", "gpg.format", format)
      let run = try await sandbox.registry("bump", "Menu", "1.0.0")
      #expect(run.status == 0, "\(run.error)")
      #expect(
        try sandbox.shell("cat calls") == """
          --status-fd=2 -bsau Ada <ada@example.com>
          --status-fd=2 -bsau Ada <ada@example.com>
          """
      )
      // What is signed is the object without its signature.
      #expect(
        try sandbox.shell(
          """
          cd repository
          git cat-file commit HEAD | grep -A 3 '^gpgsig ' | sed -n 3p | tr -d ' '
          git cat-file commit HEAD | sed '/^gpgsig /,/END PGP/d' | sha256sum | cut -c1-64
          git cat-file tag Menu/1.0.0 | grep -A 2 BEGIN | tail -n 1
          git cat-file tag Menu/1.0.0 | sed '/BEGIN PGP/,$d' | sha256sum | cut -c1-64
          """
        ).split(separator: "\n").chunked == [true, true]
      )
      try sandbox.git("fsck", "--strict")
      #expect(try await sandbox.registry("verify").status == 0)
      try sandbox.git("config", "user.signingKey", "0xA1B2")
      try await sandbox.registry("yank", "Menu", "1.0.0", "--reason", "cold")
      #expect(try sandbox.shell("tail -n 1 calls") == "--status-fd=2 -bsau 0xA1B2")
    }
  }

  @Test func `every command that commits signs`() async throws {
    try await Sandbox.with(["Menu"]) { sandbox in
      try sandbox.writeManifest(
        ["Menu": "Components/Menu"],
        apps: #""app": { "path": "App", "pins": {} }"#
      )
      try sandbox.write("// app\n", to: "App/App.swift")
      try sandbox.writePackage("Kitchen")
      try sandbox.commitAll()
      try configure(sandbox, Self.signing)
      for command in [
        "release", "pin Menu 1.0.0", "snapshot 1.0.0", "unpin Menu", "add Components/Kitchen",
        "new Soup", "move Soup Components/Stew", "remove Soup", "yank Menu 1.0.0 --reason cold",
      ] {
        let run = try await sandbox.registry(command.split(separator: " ").map(String.init))
        #expect(run.status == 0, "\(command): \(run.error)")
        let commit = command.hasPrefix("snapshot") ? "app/1.0.0^{commit}" : "HEAD"
        #expect(try sandbox.git("cat-file", "commit", commit).contains("\ngpgsig -----BEGIN"))
      }
      for tag in ["Menu/1.0.0", "app/1.0.0"] {
        #expect(try sandbox.git("cat-file", "tag", tag).contains("\n-----BEGIN PGP SIGNATURE"))
      }
      try sandbox.git("tag", "-d", "Menu/1.0.0")
      try await sandbox.registry("tags")
      #expect(try sandbox.git("cat-file", "tag", "Menu/1.0.0").contains("\n-----BEGIN PGP SIGN"))
      try sandbox.git("fsck", "--strict")
    }
  }

  @Test func `git accepts what ssh-keygen signed`() async throws {
    try await Sandbox.with(["Menu"]) { sandbox in
      try sandbox.shell(
        """
        ssh-keygen -q -t ed25519 -N '' -C '' -f key
        echo "ada@example.com $(cat key.pub)" > allowed
        cd repository
        git config gpg.format ssh
        git config user.signingKey '~/key'
        git config gpg.ssh.allowedSignersFile "$PWD/../allowed"
        git config commit.gpgSign true
        git config tag.gpgSign true
        """
      )
      let run = try await sandbox.registry("bump", "Menu", "1.0.0")
      #expect(run.status == 0, "\(run.error)")
      try sandbox.git("verify-commit", "HEAD")
      try sandbox.git("verify-tag", "Menu/1.0.0")
    }
  }

  @Test func `a public key is given to the program in a file, for the agent`() async throws {
    try await Sandbox.with(["Menu"]) { sandbox in
      let script = """
        echo "${@:1:4}" "$(cat "$6")" "$7" > "$(dirname "$0")/calls"
        echo signed > "${@: -1}.sig"
        """
      try configure(sandbox, script, program: "gpg.ssh.program")
      try sandbox.git("config", "gpg.format", "ssh")
      try sandbox.git("config", "user.signingKey", "key::ssh-ed25519 AAAA")
      let run = try await sandbox.registry("bump", "Menu", "1.0.0")
      #expect(run.status == 0, "\(run.error)")
      #expect(try sandbox.shell("cat calls") == "-Y sign -n git ssh-ed25519 AAAA -U")
      #expect(try sandbox.git("cat-file", "commit", "HEAD").contains("\ngpgsig signed\n"))
    }
  }

  @Test(arguments: [
    ("echo 'no secret key' >&2; exit 2", "'sign' ended with the exit status 2: no secret key"),
    ("cat", "'sign' ended with the exit status 0"),
    ("kill -9 $$", "'sign' was terminated by signal 9"),
  ])
  func `a refusal to sign changes nothing`(script: String, message: String) async throws {
    try await Sandbox.with(["Menu"]) { sandbox in
      try configure(sandbox, script)
      let before = try sandbox.everything()
      let run = try await sandbox.registry("bump", "Menu", "1.0.0")
      #expect(run.status == 1)
      #expect(
        run.error.replacing("\(sandbox.folder)/", with: "") == """
          error: the commit is not signed: \(message)
          help: check that 'git commit -S' works here, or switch signing off with 'git config \
          commit.gpgSign false'

          """
      )
      #expect(try sandbox.everything().filter { $0.key != ".git/registry.lock" } == before)
      try sandbox.git("config", "commit.gpgSign", "false")
      let tag = try await sandbox.registry("bump", "Menu", "1.0.0")
      #expect(tag.error.hasPrefix("error: the tag 'Menu/1.0.0' is not signed: "))
      try sandbox.git("config", "tag.gpgSign", "false")
      #expect(try await sandbox.registry("bump", "Menu", "1.0.0").status == 0)
    }
  }

  @Test(arguments: [
    (
      ["gpg.format": "ssh"],
      "git's configuration has no 'user.signingKey', which signing with SSH needs"
    ),
    (
      ["gpg.format": "pgp"],
      "invalid value 'pgp' of 'gpg.format' in git's configuration, expected one of 'openpgp', 'ssh',"
        + " 'x509'"
    ),
  ])
  func `bump refuses unusable signing settings before any change, in a dry run too`(
    settings: [String: String],
    message: String
  ) async throws {
    try await Sandbox.with(["Menu"]) { sandbox in
      try sandbox.git("config", "commit.gpgSign", "true")
      for (key, value) in settings { try sandbox.git("config", key, value) }
      let before = try sandbox.everything()
      for option in [["--dry-run"], []] {
        let run = try await sandbox.registry(["bump", "Menu", "1.0.0"] + option)
        #expect(run.status == 1)
        #expect(run.error.hasPrefix("error: \(message)\n"), "\(run.error)")
      }
      #expect(try sandbox.everything() == before)
    }
  }

  @Test func `a program that is not there is named`() async throws {
    try await Sandbox.with(["Menu"]) { sandbox in
      try sandbox.git("config", "commit.gpgSign", "true")
      try sandbox.git("config", "gpg.program", "/nowhere/gpg")
      let run = try await sandbox.registry("bump", "Menu", "1.0.0")
      #expect(run.status == 1)
      #expect(
        run.error == """
          error: the commit is not signed: cannot start '/nowhere/gpg': no such file or directory
          help: install '/nowhere/gpg', with which git's configuration has commits or tags signed

          """
      )
    }
  }

  @Test func `commit hooks that do not run are named once`() async throws {
    try await Sandbox.with(["Menu"]) { sandbox in
      let line = "git's hooks 'pre-commit', 'commit-msg' do not run for this commit\n"
      try sandbox.shell(
        """
        cd repository/.git/hooks
        printf '#!/bin/sh\\ntouch "$0.ran"\\nexit 1\\n' > pre-commit
        cp pre-commit commit-msg
        cp pre-commit post-commit
        chmod +x pre-commit commit-msg
        """
      )
      #expect(try await sandbox.registry("status").error == "")
      #expect(try await sandbox.registry("bump", "Menu", "1.0.0", "--dry-run").error == line)
      #expect(try await sandbox.registry("bump", "Menu", "1.0.0").error.hasPrefix(line))
      #expect(try await sandbox.registry("bump", "Menu", "1.0.0").error == "")
      #expect(try sandbox.shell("ls repository/.git/hooks | grep -c ran || true") == "0")
      try sandbox.shell(
        """
        mkdir repository/hooks
        mv repository/.git/hooks/commit-msg repository/hooks/
        git -C repository config core.hooksPath hooks
        """
      )
      #expect(
        try await sandbox.registry("yank", "Menu", "1.0.0", "--reason", "cold").error
          == "git's hook 'commit-msg' does not run for this commit\n"
      )
      try sandbox.shell("rm repository/hooks/commit-msg")
      #expect(try await sandbox.registry("undo", "Menu", "--quiet").error.contains("hook") == false)
    }
  }
}

extension [Substring] {
  /// Whether the lines are the same two by two.
  fileprivate var chunked: [Bool] {
    stride(from: 0, to: count - 1, by: 2).map { self[$0] == self[$0 + 1] }
  }
}
