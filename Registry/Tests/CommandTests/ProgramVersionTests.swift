import Foundation
import ProgramTesting
import Testing

/// What the programs and the files that are installed with them say of themselves.
struct ProgramVersionTests {
  private static let root = URL(filePath: #filePath).appending(path: "../../../..").standardized

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  @Test(arguments: ["registry", "registry-server"])
  func `the version is the newest of the changelog, and a build by hand names no commit`(
    program: String
  ) async throws {
    let changelog = try Self.text("Registry/CHANGELOG.md")
    let newest = try #require(changelog.firstMatch(of: /\n## (\S+) - \d{4}-\d\d-\d\d\n/))
    try await Sandbox.with { sandbox in
      let run = try await sandbox.run(program, ["--version"])
      #expect(run.status == 0)
      let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.first == "\(program) \(newest.1)")
      #expect(lines.dropFirst().first?.hasPrefix("commit unknown (") == true)
      #expect(lines.dropFirst(2).first?.wholeMatch(of: /libgit2 \d+\.\d+\.\d+/) != nil)
    }
  }

  @Test func `each command has a manual page, with the parts in a manual's order`() async throws {
    try await Sandbox.with { sandbox in
      let script = Self.root.appending(path: "Scripts/manual").path
      try sandbox.shell("'\(script)' '\(BuiltProducts.programs)/registry' man")
      let pages = try sandbox.shell("ls man/man1").split(separator: "\n").map(String.init)
      let nested = HelpTests.nested.map { $0.replacing(" ", with: "-") }
      #expect(
        pages == (["registry.1"] + (HelpTests.verbs + nested).map { "registry-\($0).1" }).sorted()
      )
      for page in pages {
        let text = try String(contentsOfFile: "\(sandbox.folder)/man/man1/\(page)", encoding: .utf8)
        let parts = text.matches(of: /\n\.SH (.*)/).map { String($0.1) }
        #expect(parts.prefix(3) == ["NAME", "SYNOPSIS", "DESCRIPTION"], "\(page)")
        #expect(
          parts.suffix(5)
            == ["EXIT STATUS", "ENVIRONMENT", "CONFIGURATION", "FILES", "SEE ALSO"],
          "\(page)"
        )
        #expect(text.contains("\n.BR registry\\-json (5)\n"), "\(page)")
      }
      // What the help of each command names is made from the page of the same name.
      let json = try String(
        contentsOfFile: "\(sandbox.folder)/man/man5/registry-json.5",
        encoding: .utf8
      )
      let documented = try Self.text("Documentation/reference/registry-json.md")
        .matches(of: /\n## (.*)/).map { $0.1.replacing("`", with: "").uppercased() }
      let parts = json.matches(of: /\n\.SH (.*)/).map { String($0.1) }
      #expect(parts == ["NAME", "DESCRIPTION"] + documented + ["SEE ALSO"])
      #expect(json.contains("\n\\fBcode\\fR never changes"))
      let files = try sandbox.shell("ls man/man5").split(separator: "\n")
      #expect(files == ["registry-json.5", "registry-manifest.5"])
      // The server's program has the guide for those who run it.
      let guides = Self.root.appending(path: "Documentation/guides").path
      let named = try FileManager.default.contentsOfDirectory(atPath: guides)
        .filter { !["README.md", "operators.md"].contains($0) }
        .map { "registry-\($0.dropLast(3)).7" }
      let written = try sandbox.shell("ls man/man7").split(separator: "\n").map(String.init)
      #expect(written == named.sorted())
    }
  }

  /// For dpkg, a pre-release comes before its release after a tilde alone.
  @Test(arguments: [
    ("1.0.0", "1.0.0"), ("1.0.0-rc.1", "1.0.0~rc.1"), ("1.0.0-rc-1.2", "1.0.0~rc.1.2"),
    ("1.0.0+a-b", "1.0.0+a.b"),
  ])
  func `Debian packages have the version as Debian writes it`(
    version: String,
    written: String
  ) async throws {
    try await Sandbox.with([]) { sandbox in
      let script = Self.root.appending(path: "Scripts/debian-version").path
      let printed = try sandbox.shell("'\(script)' '\(version)'")
      #expect(printed == written)
    }
  }

  @Test func `a release is unpacked with its checksum, and refused with another`() async throws {
    try await Sandbox.with([]) { sandbox in
      let script = Self.root.appending(path: "Scripts/install-release").path
      let printed = try sandbox.shell(
        """
        version=$(sed -n 's/^## \\([0-9][^ ]*\\) - .*/\\1/p' '\(Self.root.path)/Registry/CHANGELOG.md' | head -n 1)
        name="registry-$version-linux-$(uname -m)"
        mkdir -p "packed/$name/bin" "releases/registry/$version"
        printf '#!/bin/sh\\necho packed\\n' > "packed/$name/bin/registry"
        chmod +x "packed/$name/bin/registry"
        tar -czf "releases/registry/$version/$name.tar.gz" -C packed "$name"
        (cd "releases/registry/$version" && sha256sum -- * > ../sums && mv ../sums SHA256SUMS)

        '\(script)' good "file://$PWD/releases" 2> said
        good/bin/registry
        echo more >> "releases/registry/$version/$name.tar.gz"
        '\(script)' bad "file://$PWD/releases" 2> said || tail -n 2 said
        '\(script)' bad "file://$PWD/nowhere" 2> said || tail -n 1 said
        ls
        """
      )
      .replacing(/'registry-.*?\.tar\.gz'/, with: "'NAME'")
      #expect(
        printed == """
          packed
          packed
          install-release: 'NAME' does not have the checksum that the release names
          help: download it again
          help: check the URL, or give the URL of another package
          good
          packed
          releases
          repository
          said
          """
      )
    }
  }

  @Test func `NOTICE has the licence of each resolved package`() throws {
    struct Resolved: Decodable {
      struct Pin: Decodable { let identity: String }
      let pins: [Pin]
    }
    let notice = try Self.text("NOTICE")
    let entries = notice.matches(of: /\n(\S+) \(https:\/\/\S+\): licence ([\d, ]+)(?=\n)/)
    let listed = Set(entries.map { String($0.1) })
    // The app's exists where the app was built, too.
    let files = ["Registry/Package.resolved", "Package.resolved"]
    for file in files where file != files[1] || (try? Self.text(file)) != nil {
      let resolved = try JSONDecoder().decode(Resolved.self, from: Data(Self.text(file).utf8))
      #expect(Set(resolved.pins.map(\.identity)).subtracting(listed) == [], "see Scripts/notice")
    }
    // It is part of two packages, which only link to its licence.
    #expect(listed.isSuperset(of: ["boringssl", "fiat-crypto"]))
    for number in Set(entries.flatMap { $0.2.split(separator: ", ") }) {
      #expect(notice.contains("\n==== Licence \(number)\n\n"))
    }
  }
}
