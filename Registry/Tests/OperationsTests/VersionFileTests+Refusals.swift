import Base
import Checks
import Content
import Git
import Model
import Registration
import Releases
import Reports
import Versions
import ScratchMonorepos
import ScratchRepositories
import Testing

/// What is refused or found of version files.
extension VersionFileTests {
  @Test(arguments: [source, "README.md"])
  func `an uncommitted change in such a file is refused`(_ file: String) throws {
    try makeVersioned()
    try scratch.write(try scratch.read(file) + "// more\n", to: file)
    #expect(code { try scratch.bump("Menu", "1.0.0") } == "uncommitted-changes")
  }

  @Test(
    arguments: [
      (
        "README.md", "no version\n",
        "'README.md' does not have the text 'Menu `from: \"{version}\"`' with a version in it\n"
          + "help: write it there, with a version such as '0.0.0', or correct \"pattern\""
      ),
      (
        source, "let version = \"1.0.0\"\n\nlet version = \"2.0.0\"\n",
        "'\(source)' has the text 'let version = \"{version}\"' 2 times, expected once: in the lines "
          + "1, 3\nhelp: make \"pattern\" longer, so that it is in the file once"
      ),
      (
        source, nil,
        "'\(source)' of \"versionFiles\" is not a file of the newest commit\n"
          + "help: commit it, or correct its path in the manifest"
      ),
    ]
  )
  func `bump refuses version files that cannot be written, and writes nothing`(
    _ file: String,
    _ content: String?,
    _ message: String
  ) throws {
    try makeVersioned()
    if let content {
      try scratch.write(content, to: file)
      try scratch.commitAll()
    } else {
      try scratch.git("rm", "-q", file)
      try scratch.commitAll()
    }
    let before = try scratch.everything()
    #expect(refusal { try scratch.bump("Menu", "1.0.0") } == "component 'Menu': \(message)")
    #expect(try scratch.everything() == before)
    let findings = try Lint(secondsSince1970: 1_763_715_600).run(in: scratch.workspace()).findings
    #expect(findings.contains { $0.rule == "version-file" && $0.severity == .error })
  }

  @Test func `files that the registry itself writes are refused`() throws {
    try scratch.makeMonorepo()
    for file in ["CHANGELOG.md", "Registry/manifest.json", "Registry/releases/Menu.jsonl"] {
      try list(#"{ "path": "/\#(file)", "pattern": "\"{version}\"" }"#)
      #expect(
        refusal { try scratch.bump("Menu", "1.0.0") }
          == "component 'Menu': '\(file)' of \"versionFiles\" is a file that the registry itself "
          + "writes\nhelp: remove it from \"versionFiles\" in 'Registry/manifest.json'"
      )
    }
  }

  @Test func `neither a plan nor a dry run stores an object`() throws {
    try makeVersioned()
    let before = try scratch.everything()
    #expect(try scratch.plan().words == ["Menu 1.0.0", "Kitchen 1.0.0"])
    var context = WriteContext.test()
    context.isDryRun = true
    let preview = try MakeReleases(
      component: "Menu",
      version: .exactly(SemanticVersion("1.0.0")),
      context: context
    ).preview(in: scratch.workspace())
    #expect(preview.plan?.files.contains { $0.path.string == Self.source } == true)
    #expect(try scratch.everything() == before)
  }

  @Test func `a source that is not what the release was made from is found`() throws {
    try makeVersioned()
    try scratch.bump("Menu", "1.0.0")
    let log = try scratch.read("Registry/releases/Menu.jsonl")
    let source = try #require(try scratch.log(of: "Menu").currentRelease?.source)
    let first = try scratch.git("rev-list", "--max-parents=0", "HEAD")
    try scratch.write(log.replacing(source.hex, with: first), to: "Registry/releases/Menu.jsonl")
    try scratch.commitAll("Break the record")
    let findings = try Verify().run(in: scratch.workspace()).findings
    #expect(findings.contains { $0.code.rawValue == "source-mismatch" })
  }
}
