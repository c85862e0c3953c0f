import Base
import Git
import Model
import Releases
import Reports
import Versions
import ScratchMonorepos
import ScratchRepositories
import Testing

@Suite(.scratchRepository)
struct MergeTests {
  private static let names = (10..<40).map { "Part\($0)" }

  /// Each branch releases another component; they merge in an order that is not theirs.
  private func releaseAndMerge(_ scratch: Scratch, version: String) throws {
    for name in Self.names {
      try scratch.git("switch", "-q", "-c", "release-\(name)-\(version)", "main")
      try scratch.bump(name, version)
    }
    try scratch.git("switch", "-q", "main")
    for name in Self.names.sorted(by: { String($0.reversed()) < String($1.reversed()) }) {
      try scratch.git("merge", "-q", "--no-ff", "-m", "Merge", "release-\(name)-\(version)")
    }
  }

  @Test func `branches that each release another component merge, the first releases too`() throws {
    let scratch = Scratch.current
    try scratch.makeMonorepo(Self.names)
    try releaseAndMerge(scratch, version: "1.0.0")
    let merged = try scratch.read("CHANGELOG.md")
    for name in Self.names { try scratch.change(name, "Change \(name)") }
    try releaseAndMerge(scratch, version: "1.1.0")

    for name in Self.names {
      #expect(try scratch.versions(of: name) == ["1.0.0", "1.1.0"])
    }
    // As if all had been released on one branch, one after the other.
    #expect(merged.split(separator: "\n").count { $0.hasPrefix("## ") } == Self.names.count)
    #expect(merged == serial(["1.0.0"]))
    #expect(try scratch.read("CHANGELOG.md") == serial(["1.1.0", "1.0.0"]))
    try scratch.fsck()
  }

  private func serial(_ versions: [String]) -> String {
    let sections = Self.names.map { name in
      """
      ## \(name)

      Releases of `Components/\(name)`, newest first.

      <!-- \(name): newest release first -->

      """
        + versions.map { version in
          """

          <!-- \(name): \(version) and its backports -->

          ### \(name) \(version) - 2025-11-21

          \(version == "1.0.0" ? "First release." : "#### Changed\n\n- Change \(name)")

          """
        }.joined()
    }
    return "# Changelog\n\n" + sections.joined(separator: "\n")
  }

  @Test(arguments: ["ort", "recursive"])
  func `a maintenance branch merges back without a conflict`(_ strategy: String) throws {
    let scratch = Scratch.current
    try scratch.makeMonorepo()
    try scratch.bump("Menu", "2.3.4")
    try scratch.git("branch", "maintenance")
    try scratch.change("Menu", "fix: crash", "one")
    try scratch.bump("Menu", "2.4.0")
    try scratch.git("switch", "-q", "maintenance")
    try scratch.change("Menu", "fix: crash", "one")
    let backport = try scratch.bump("Menu", "2.3.5")
    #expect(backport.release.previous?.version.description == "2.3.4")
    #expect(code { try scratch.bump("Menu", "2.4.0") } != nil)
    try scratch.git("commit", "-q", "--allow-empty", "-m", "Go on")
    try scratch.change("Menu", "fix: leak", "two")
    let next = MakeReleases(component: "Menu", version: .step(.patch), context: .test())
    #expect(try next.run(in: scratch.workspace()).release.version.description == "2.3.6")
    try scratch.git("switch", "-q", "main")
    // The component itself differs on both sides: that is the person's to settle.
    try scratch.git("merge", "-q", "-s", strategy, "-X", "ours", "-m", "Merge", "maintenance")

    #expect(try scratch.versions(of: "Menu") == ["2.3.4", "2.3.5", "2.3.6", "2.4.0"])
    #expect(try scratch.read("Registry/manifest.json").contains("\"version\": \"2.4.0\""))
    let titles = try scratch.read("CHANGELOG.md").split(separator: "\n")
      .filter { $0.hasPrefix("### ") || $0.hasPrefix("- ") }
    #expect(
      titles == [
        "### Menu 2.4.0 - 2025-11-21", "- crash",
        "### Menu 2.3.6 - 2025-11-21", "- leak",
        "### Menu 2.3.5 - 2025-11-21", "- crash",
        "### Menu 2.3.4 - 2025-11-21",
      ]
    )
    try scratch.change("Menu")
    try scratch.bump("Menu", "2.4.1")
    try scratch.change("Menu")
    #expect(code { try scratch.bump("Menu", "2.3.6") } == "version-taken")
    #expect(code { try scratch.bump("Menu", "2.3.4-rc.1") } == "version-not-greater")
    try scratch.bump("Menu", "2.3.7")
    try scratch.fsck()
  }

  @Test func `a manifest in a folder whose name git's attributes would misread merges too`() throws
  {
    let scratch = Scratch.current
    try scratch.makeMonorepo()
    try scratch.git("mv", "Registry", "Our [own] data")
    try scratch.git("config", "registry.manifest", "Our [own] data/manifest.json")
    try scratch.commitAll("Move the manifest")
    try scratch.bump("Menu", "1.0.0")
    try scratch.git("branch", "maintenance")
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.1.0")
    let attributes = try scratch.read(".gitattributes")
    try scratch.git("switch", "-q", "maintenance")
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.0.1")
    try scratch.git("switch", "-q", "main")
    try scratch.git("merge", "-q", "-X", "ours", "-m", "Merge", "maintenance")
    #expect(try scratch.versions(of: "Menu") == ["1.0.0", "1.0.1", "1.1.0"])
    #expect(try scratch.read(".gitattributes") == attributes)
  }

  /// Merges two releases of Menu by union, 1.0.1 and 1.1.0, each of which lists the same correction,
  /// and returns the entries of the changelog as they are then, and as they were.
  private func merge(
    _ scratch: Scratch,
    main: [String],
    side: [String]
  ) throws -> (merged: [String?], written: [String?]) {
    try scratch.makeMonorepo()
    try scratch.bump("Menu", "1.0.0")
    var written: [String?] = []
    for (branch, version, subjects) in [("side", "1.0.1", side), ("main", "1.1.0", main)] {
      try scratch.git("switch", "-q", "main")
      if branch == "side" { try scratch.git("switch", "-q", "-c", "side") }
      for (index, subject) in subjects.enumerated() {
        let file = "Components/Menu/Sources/Menu/\(branch)\(index).swift"
        try scratch.write("// \(subject)", to: file)
        try scratch.commitAll(subject)
      }
      try scratch.bump("Menu", version)
      written.insert(try entry(scratch, version), at: 0)
      // Neither branch has the tag of the other.
      try scratch.git("tag", "-d", "Menu/\(version)")
    }
    try scratch.git("merge", "-q", "-X", "ours", "-m", "Merge", "side")
    return ([try entry(scratch, "1.1.0"), try entry(scratch, "1.0.1")], written)
  }

  private func entry(_ scratch: Scratch, _ version: String) throws -> String? {
    let tip = try ObjectID(hex: scratch.git("rev-parse", "HEAD"))
    return try scratch.workspace().releaseNotes(at: tip)
      .notes(of: ComponentName("Menu"), SemanticVersion(version))
  }

  @Test(arguments: [
    (["fix: leak"], ["fix: leak"]), (["fix: leak", "fix: crash"], ["fix: leak", "fix: salt"]),
    (["feat: soup", "fix: leak"], ["fix: leak"]), (["fix: leak"], ["fix: leak", "fix: salt"]),
    (["feat: soup", "fix: leak"], ["fix: leak", "fix: salt"]),
  ])
  func `entries that a merge mixes up are found, printed as recorded, and written again`(
    main: [String],
    side: [String]
  ) throws {
    let scratch = Scratch.current
    let (merged, written) = try merge(scratch, main: main, side: side)
    try #require(merged != written, "git has mixed nothing up")
    let verification = try Verify().run(in: scratch.workspace())
    let findings = verification.findings.filter { $0.code.rawValue == "changelog-mismatch" }
    #expect(!findings.isEmpty)
    // The records, which are promises, are as they were.
    #expect(verification.isSound)
    let log = try Log(of: ["Menu"], by: .version, withNotes: true).run(in: scratch.workspace())
    #expect(log.map(\.notes).prefix(2) == written[...])
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.1.1")
    #expect(try [entry(scratch, "1.1.0"), entry(scratch, "1.0.1")] == written)
    #expect(
      try Verify().run(in: scratch.workspace()).findings.filter {
        $0.code.rawValue == "changelog-mismatch"
      } == []
    )
  }

  @Test func `an entry that a person has edited stays`() throws {
    let scratch = Scratch.current
    let (_, written) = try merge(scratch, main: ["fix: crash"], side: ["fix: salt"])
    let edited = try scratch.read("CHANGELOG.md").replacing("- crash", with: "- no more crashes")
    try scratch.write(edited, to: "CHANGELOG.md")
    try scratch.commitAll("Edit the changelog")
    #expect(try entry(scratch, "1.1.0") == written[0]?.replacing("crash", with: "no more crashes"))
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.1.1")
    #expect(try scratch.read("CHANGELOG.md").contains("- no more crashes"))
    let log = try Log(of: ["Menu"], by: .version, withNotes: true).run(in: scratch.workspace())
    #expect(log[1].notes?.contains("no more crashes") == true)
    #expect(
      try Verify().run(in: scratch.workspace()).findings.allSatisfy {
        $0.code.rawValue != "changelog-mismatch"
      }
    )
  }
}
