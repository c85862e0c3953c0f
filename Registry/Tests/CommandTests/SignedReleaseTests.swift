import Foundation
import ProgramTesting
import Testing

/// Releases that are signed when they are made, or later.
struct SignedReleaseTests {
  /// Certificates of two companies, `acme` and `other`: what a test needs is made by `openssl`.
  static let certificates = """
    authority() { # authority NAME
      openssl ecparam -name prime256v1 -genkey -noout -out "$1.key"
      openssl req -x509 -new -key "$1.key" -subj "/CN=$1 root" -days 30 -out "$1.pem" \\
        -addext keyUsage=critical,keyCertSign 2> /dev/null
    }
    # person NAME AUTHORITY USE [OPTION OF X509 ...]: makes NAME.key, and NAME.pem with the chain
    person() {
      openssl ecparam -name prime256v1 -genkey -noout -out "$1.key"
      openssl req -new -key "$1.key" -subj "/CN=$1" -out "$1.request" 2> /dev/null
      printf 'basicConstraints=CA:false\\nkeyUsage=critical,digitalSignature\\n%s\\n' \\
        "extendedKeyUsage=$3" > "$1.uses"
      openssl x509 -req -in "$1.request" -CA "$2.pem" -CAkey "$2.key" -CAcreateserial \\
        -extfile "$1.uses" "${@:4}" -out "$1.own" 2> /dev/null
      cat "$1.own" "$2.pem" > "$1.pem"
    }
    authority acme
    person ada acme codeSigning -days 30

    """

  func withKeys(
    _ components: [String] = ["Menu"],
    _ body: (Sandbox) async throws -> Void
  ) async throws {
    try await Sandbox.with(components) { sandbox in
      try sandbox.shell(Self.certificates)
      try configure(sandbox, "ada")
      try await body(sandbox)
    }
  }

  func configure(_ sandbox: Sandbox, _ name: String) throws {
    try sandbox.git("config", "registry.signingKey", "\(sandbox.folder)/\(name).key")
    try sandbox.git("config", "registry.signingChain", "\(sandbox.folder)/\(name).pem")
  }

  @Test func `a release is signed, and its signatures lead to the root`() async throws {
    try await withKeys(["Kitchen", "Menu"]) { sandbox in
      let run = try await sandbox.registry("release", "--all")
      #expect(run.status == 0, "\(run.error)")
      #expect(run.output.hasSuffix("\n  signed  2 releases\n"), "\(run.output)")
      let root = ["verify", "--roots", "../acme.pem"]
      let verified = try await sandbox.registry(root)
      #expect(
        verified.output
          == "verified 2 components, 2 releases, 2 signatures and 2 tags: no faults\n"
      )
      // A stranger to this program reads them too.
      #expect(
        try sandbox.shell(
          """
          registry archive Menu 1.0.0 --directory repository --output menu.zip --quiet > /dev/null
          sed 's/.*"archive":"\\([^"]*\\)".*/\\1/' repository/Registry/signatures/Menu/*.json |
            base64 -d > menu.cms
          openssl cms -verify -binary -inform der -in menu.cms -content menu.zip \\
            -CAfile acme.pem -purpose any -out checked.zip 2> /dev/null
          cmp menu.zip checked.zip
          unzip -p menu.zip Menu-1.0.0/Package.swift | tail -n 1 | cut -c1-24
          """
        ) == "// signature: cms-1.0.0;"
      )
      // Another clone has the same bytes.
      #expect(
        try sandbox.shell(
          """
          git clone -q repository clone
          registry archive Menu 1.0.0 --directory clone --output again.zip --quiet > /dev/null
          cmp menu.zip again.zip
          registry verify --directory clone | tail -n 1
          """
        ) == "verified 2 components, 2 releases, 2 signatures and 2 tags: no faults"
      )
      try sandbox.shell("\(Self.certificates)\nauthority other")
      let other = try await sandbox.registry("verify", "--roots", "../other.pem")
      #expect(other.status == 1)
      #expect(
        other.output.contains(
          "fault: Menu 1.0.0: the archive, Package.swift: the certificate of 'CN=ada' does not lead to a"
            + " trusted root\n"
        )
      )
    }
  }

  @Test func `the roots that the manifest names are those of every clone`() async throws {
    try await withKeys { sandbox in
      try sandbox.shell(
        """
        cp acme.pem repository/Registry/root.pem
        sed -i 's/"scope"/"signing": "required", "signingRoots": ["Registry\\/root.pem"], "scope"/' \\
          repository/Registry/manifest.json
        """
      )
      try sandbox.commitAll()
      try await sandbox.registry("bump", "Menu", "1.0.0")
      #expect(
        try await sandbox.registry("verify").output
          == "verified 1 component, 1 release, 1 signature and 1 tag: no faults\n"
      )
      try sandbox.shell("mv repository/Registry/root.pem root.pem")
      try sandbox.commitAll("Lose the root")
      #expect(
        try await sandbox.registry("verify").output.split(separator: "\n").first
          == "fault: 'Registry/root.pem' of \"signingRoots\" is not a file of the newest commit"
      )
      try sandbox.shell("mv root.pem repository/Registry/root.pem")
      try sandbox.change("Menu")
      try sandbox.shell(
        "\(Self.certificates)\nauthority other\nperson eve other codeSigning -days 9"
      )
      try configure(sandbox, "eve")
      #expect(
        try await sandbox.registry("bump", "Menu", "1.1.0").error.split(separator: "\n").first
          == "error: component 'Menu': 'Package.swift' of 'Menu' 1.1.0 is not signed: the certificate of"
          + " 'CN=eve' does not lead to a trusted root"
      )
      try sandbox.git("config", "--unset", "registry.signingKey")
      #expect(
        try await sandbox.registry("bump", "Menu", "1.1.0").error == """
          error: 'Menu' cannot be released without a signature, which the manifest requires
          help: name a key with 'git config registry.signingKey FILE' and its certificates with 'git config registry.signingChain FILE'

          """
      )
      #expect(
        try sandbox.shell("git -C repository status --short; git -C repository tag") == "Menu/1.0.0"
      )
    }
  }

  @Test func `a program may have the key`() async throws {
    try await withKeys { sandbox in
      try sandbox.shell(
        """
        cat > service <<END
        #!/bin/sh
        cat > "\\$TMPDIR/content"
        openssl cms -sign -binary -outform der -md sha256 -in "\\$TMPDIR/content" \\
          -signer \(sandbox.folder)/ada.own -certfile acme.pem -inkey \(sandbox.folder)/ada.key
        END
        sed -i "s|acme.pem|\(sandbox.folder)/acme.pem|" service
        chmod +x service
        """
      )
      try sandbox.git("config", "--unset", "registry.signingKey")
      try sandbox.git("config", "registry.signingProgram", "\(sandbox.folder)/service")
      let run = try await sandbox.registry(
        ["bump", "Menu", "1.0.0"],
        environment: ["TMPDIR": sandbox.folder]
      )
      #expect(run.status == 0, "\(run.error)")
      #expect(try await sandbox.registry("verify", "--roots", "../acme.pem").status == 0)
    }
  }

  @Test func `a release is signed later, and its archive stays`() async throws {
    try await withKeys { sandbox in
      try sandbox.git("config", "--unset", "registry.signingKey")
      try await sandbox.registry("bump", "Menu", "1.0.0")
      let unable = try await sandbox.registry("sign", "Menu", "1.0.0")
      #expect(
        unable.error == """
          error: there is no key to sign with
          help: name it with 'git config registry.signingKey FILE', or with '--key'

          """
      )
      let archive = "registry archive Menu 1.0.0 --directory repository --quiet --output"
      try sandbox.shell("\(archive) before.zip")
      let signed = try await sandbox.registry("sign", "Menu", "1.0.0", "--key", "../ada.key")
      #expect(signed.output == "Menu 1.0.0 is signed\n", "\(signed.error)")
      try sandbox.shell("\(archive) after.zip && cmp before.zip after.zip")
      #expect(try sandbox.git("log", "-1", "--format=%s") == "Sign Menu 1.0.0")
      let again = try await sandbox.registry("sign", "Menu", "1.0.0", "--key", "../ada.key")
      #expect(again.output.hasPrefix("Menu 1.0.0 is signed already since "))
      #expect(
        try await sandbox.registry("verify", "--roots", "../acme.pem").output
          == "verified 1 component, 1 release, 1 signature and 1 tag: no faults\n"
      )
    }
  }

  @Test func `signatures that were changed are found`() async throws {
    try await withKeys { sandbox in
      try await sandbox.registry("bump", "Menu", "1.0.0")
      try sandbox.shell(
        """
        cd repository/Registry/signatures/Menu
        file=$(ls)
        printf '{"archive":"%s","date":"2026-01-01T00:00:00Z","format":"cms-1.0.0"}\\n' \\
          "$(printf 0 | base64)" > "$file"
        echo '{}' > other.json
        mkdir ../Nobody && cp "$file" ../Nobody
        """
      )
      try sandbox.commitAll()
      let run = try await sandbox.registry("verify", "--roots", "../acme.pem")
      #expect(
        run.output.split(separator: "\n").filter { $0.hasPrefix("fault:") }.map(String.init)
          == [
            "fault: 'Registry/signatures/Menu/other.json' belongs to no release",
            "fault: 'Registry/signatures/Nobody' belongs to no release",
            "fault: Menu 1.0.0: Package.swift: the certificate of 'CN=ada' is valid from DAY on, and the"
              + " release was signed on 2026-01-01",
            "fault: Menu 1.0.0: the archive: the signature is not CMS in DER",
          ].map { $0.replacing("DAY", with: Self.today) }
      )
    }
  }

  private static var today: String {
    String(Date().ISO8601Format().prefix(10))
  }

  /// A signature has other bytes each time.
  @Test func `a branch of releases that has nothing new keeps its signatures`() async throws {
    try await withKeys { sandbox in
      let first = try await sandbox.registry("release", "--branch", "release")
      #expect(first.status == 0, "\(first.error)")
      let commit = try sandbox.git("rev-parse", "release")
      let second = try await sandbox.registry("release", "--branch", "release")
      #expect(second.status == 0, "\(second.error)")
      #expect(try sandbox.git("rev-parse", "release") == commit)
      try sandbox.git("merge", "-q", "release")
      try await sandbox.registry("tags")
      #expect(try await sandbox.registry("verify", "--roots", "../acme.pem").status == 0)
    }
  }
}
