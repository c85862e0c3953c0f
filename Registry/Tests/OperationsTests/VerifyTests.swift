import Base
import Content
import Git
import Model
import Releases
import Reports
import Versions
import Foundation
import ScratchMonorepos
import ScratchRepositories
import Synchronization
import Testing

@Suite(.scratchRepository)
struct VerifyTests {
  let scratch = Scratch.current

  func findings(since: String? = nil) throws -> [String] {
    try Verify(since: since).run(in: scratch.workspace()).findings.map { finding in
      let subject = [finding.component?.text, finding.version?.description].compactMap(\.self)
      return ([finding.severity.rawValue, finding.code.rawValue] + subject).joined(separator: " ")
    }
  }

  /// Kitchen 1.0.0, and Menu 1.0.0 and 1.1.0, which depends on it.
  func release() throws {
    try scratch.makeMonorepo()
    try scratch.bump("Kitchen", "1.0.0")
    try scratch.bump("Menu", "1.0.0")
    try scratch.writePackage("Menu", dependsOn: ["../Kitchen"])
    try scratch.commitAll()
    try scratch.bump("Menu", "1.1.0")
  }

  private func editLog(_ name: String, _ edit: (String) -> String) throws {
    let path = "Registry/releases/\(name).jsonl"
    try scratch.write(edit(scratch.read(path)), to: path)
    try scratch.commitAll("Tamper")
  }

  @Test func `verify finds what bump and yank write sound`() throws {
    try release()
    _ = try YankRelease(
      component: "Menu",
      version: SemanticVersion("1.0.0"),
      reason: "cold",
      context: .test()
    ).run(in: scratch.workspace())
    let verification = try Verify(since: "HEAD~2").run(in: scratch.workspace())
    #expect(verification.findings == [])
    #expect(verification.isSound)
    #expect(verification.components == 2)
    #expect(verification.releases == 3)
    #expect(verification.tags == 3)
    #expect(verification.earlierRecords == 2)
  }

  @Test(
    arguments: [
      (#""archive":"sha256:[0-9a-f]{4}"#, "\"archive\":\"sha256:0000", "archive-mismatch"),
      (#"\[\["#, "[[1,0,\"x\"],[", "archive-mismatch"),
      (#"from":"1.0.0"#, "from\":\"2.0.0", "unmet-requirement"),
      (#""requires":\{"Kitchen""#, "\"requires\":{\"Larder\"", "unknown-requirement"),
      (#""tree":"[0-9a-f]{40}"#, "\"tree\":\"" + String(repeating: "1", count: 40), "missing-tree"),
    ]
  )
  func `a changed record is found`(pattern: String, replacement: String, code: String)
    throws
  {
    try release()
    try editLog("Menu") { log in
      var lines = log.split(separator: "\n").map(String.init)
      let last = lines.removeLast()
      lines.append(
        last.replacingOccurrences(of: pattern, with: replacement, options: .regularExpression)
      )
      return lines.joined(separator: "\n") + "\n"
    }
    #expect(try findings().contains("fault \(code) Menu 1.1.0"))
    #expect(try findings(since: "HEAD~1").contains("fault missing-record Menu 1.1.0"))
  }

  @Test func `a released file that servers refuse is found`() throws {
    try release()
    let line = String(repeating: "a", count: 3_000)
    try scratch.write("\(line)\n", to: "Components/Menu/.gitattributes")
    try scratch.commitAll()
    let tree = try scratch.git("rev-parse", "HEAD:Components/Menu")
    try editLog("Menu") { log in
      var lines = log.split(separator: "\n").map(String.init)
      let last = lines.removeLast()
      lines.append(last.replacing(/"tree":"[0-9a-f]{40}"/, with: #""tree":"\#(tree)""#))
      return lines.joined(separator: "\n") + "\n"
    }
    #expect(try findings().contains("fault malformed-git-file Menu 1.1.0"))
  }

  @Test(arguments: [".gitattributes", "Notes/of/old/.gitattributes"])
  func `a file anywhere that servers refuse is found, and refused`(_ path: String) throws {
    try release()
    try scratch.write("\(String(repeating: "a", count: 3_000))\n", to: path)
    try scratch.commitAll()
    #expect(try findings() == ["fault malformed-git-file"])
    let lint = try Lint(secondsSince1970: 0).run(in: scratch.workspace())
    let found = lint.findings.filter { $0.severity == .error }
    #expect(found.map(\.rule) == ["malformed-git-file"])
    #expect(found.map { "\($0.place)" } == [path])
    try scratch.write("let more = 1\n", to: "Components/Menu/Sources/Menu/More.swift")
    try scratch.commitAll()
    #expect { try scratch.bump("Menu", "1.2.0") } throws: {
      ($0 as? OperationError)?.code == .malformedGitFile
    }
  }

  @Test func `a record that was taken away is found by what was there`() throws {
    try release()
    try editLog("Menu") { $0.split(separator: "\n").prefix(1).joined() + "\n" }
    // The tagged commit still says that there was such a release.
    #expect(
      try findings()
        == ["fault unrecorded-version Menu", "fault missing-record Menu 1.1.0"]
    )
    try scratch.git("tag", "-d", "Menu/1.1.0")
    #expect(try findings() == ["fault unrecorded-version Menu"])
    #expect(
      try findings(since: "HEAD~1")
        == ["fault unrecorded-version Menu", "fault missing-record Menu 1.1.0"]
    )
    try scratch.git("rm", "-q", "Registry/releases/Menu.jsonl")
    try scratch.commitAll()
    #expect(
      try findings(since: "HEAD~2") == [
        "fault unrecorded-version Menu",
        // Once by the tag that is left, once by that revision.
        "fault missing-record Menu 1.0.0",
        "fault missing-record Menu 1.0.0",
        "fault missing-record Menu 1.1.0",
      ]
    )
  }

  /// An app that is built from Menu 1.0.0.
  @Test func `a lost record comes with the command that shows it`() throws {
    try release()
    let revision = try scratch.git("rev-parse", "HEAD")
    try editLog("Menu") { $0.split(separator: "\n").prefix(1).joined() + "\n" }
    let verification = try Verify(since: revision).run(in: scratch.workspace())
    let lost = try #require(verification.findings.first { $0.code.rawValue == "missing-record" })
    let command = "git show \(revision):Registry/releases/Menu.jsonl"
    #expect(lost.help == "put the line back: '\(command)' has it")
    #expect(try scratch.git("show", "\(revision):Registry/releases/Menu.jsonl").contains("1.1.0"))
  }

  @Test func `the order of the lines means nothing`() throws {
    try release()
    try editLog("Menu") { $0.split(separator: "\n").reversed().joined(separator: "\n") + "\n" }
    #expect(try findings(since: "HEAD~1") == [])
  }

  @Test func `a source that has other content is found, and one that is gone is not missed`()
    throws
  {
    try release()
    let start = try scratch.git("rev-list", "--max-parents=0", "HEAD")
    try editLog("Menu") { log in
      log.replacingOccurrences(
        of: #""source":"[0-9a-f]{40}","tree":"([0-9a-f]{40})","version":"1.1.0""#,
        with: #""source":"\#(start)","tree":"$1","version":"1.1.0""#,
        options: .regularExpression
      )
    }
    #expect(try findings() == ["fault source-mismatch Menu 1.1.0"])
    try editLog("Menu") {
      $0.replacing(
        "\"source\":\"\(start)\"",
        with: "\"source\":\"\(String(repeating: "2", count: 40))\""
      )
    }
    #expect(try findings() == [])
  }

  @Test func `a component that moved keeps its sources and tags`() throws {
    try release()
    try scratch.git("mv", "Components/Kitchen", "Components/Galley")
    try scratch.write(
      scratch.read("Registry/manifest.json")
        .replacing("Components/Kitchen", with: "Components/Galley"),
      to: "Registry/manifest.json"
    )
    try scratch.commitAll()
    #expect(try findings() == [])
  }

  @Test func `a malformed log is one finding and stops nothing else`() throws {
    try release()
    try editLog("Kitchen") { "<<<<<<< ours\n" + $0 }
    #expect(try findings() == ["fault merge-conflict Kitchen"])
  }

  @Test func `a log that is too large is one finding`() throws {
    try release()
    try editLog("Kitchen") { $0 + String(repeating: "\n", count: LogLimits.lines) }
    #expect(try findings() == ["fault too-large Kitchen"])
  }

  @Test func `a manifest that names no version is found`() throws {
    try release()
    try scratch.writeManifest(["Kitchen"])
    try scratch.write("stray", to: "Registry/releases/notes.txt")
    try scratch.commitAll()
    #expect(
      try findings()
        == ["fault unknown-file", "fault missing-version Kitchen", "note retired-component Menu"]
    )
  }

  @Test func `a manifest that lags behind its log is sound, and releases go on from the log`()
    throws
  {
    try release()
    // As a merge may leave it that takes the maintenance branch's side.
    try scratch.write(
      scratch.read("Registry/manifest.json").replacing("\"1.1.0\"", with: "\"1.0.0\""),
      to: "Registry/manifest.json"
    )
    try scratch.change("Menu")
    let menu = try scratch.manifest().components[ComponentName("Menu")]
    #expect(menu?.version?.description == "1.0.0")
    #expect(try findings() == [])
    let next = try MakeReleases(component: "Menu", version: .step(.patch), context: .test())
      .run(in: scratch.workspace())
    #expect(next.release.version.description == "1.1.1")
    #expect(try findings() == [])
  }

  @Test func `uncommitted changes are noted`() throws {
    try release()
    try scratch.write("", to: "Registry/releases/Menu.jsonl")
    #expect(try findings() == ["note uncommitted-data"])
  }

  @Test func `a revision before the registry has nothing to lose`() throws {
    try scratch.write("first", to: "first.txt")
    try scratch.commitAll()
    try scratch.makeMonorepo()
    try scratch.bump("Menu", "1.0.0")
    let start = try scratch.git("rev-list", "--max-parents=0", "HEAD")
    let verification = try Verify(since: start).run(in: scratch.workspace())
    #expect(verification.earlierRecords == 0)
    #expect(verification.findings == [])
  }

  @Test func `progress comes to its end`() throws {
    try release()
    let seen = Mutex<[OperationProgress]>([])
    let verify = Verify { progress in seen.withLock { $0.append(progress) } }
    _ = try verify.run(in: scratch.workspace())
    #expect(
      seen.withLock { $0 }.sorted { $0.completed < $1.completed }
        == (1...3).map { OperationProgress("verifying", completed: $0, total: 3) }
    )
  }
}
