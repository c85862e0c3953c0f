import Base
import Git
import ManifestEditor
import Model
import Versions
import Testing

@Suite struct ReleaseLogTests {
  func release(_ version: String) throws -> Release {
    Release(
      version: try SemanticVersion(version),
      tree: try ObjectID(hex: Digits.tree),
      source: try ObjectID(hex: Digits.source),
      date: try RecordDate("2026-11-21T09:00:00Z"),
      archive: try ArchiveChecksum(Digits.archive),
      requires: [try ComponentName("FlowKit"): try VersionRequirement(parsing: "from 1.2.0")],
      edits: [
        TreePath("Package.swift"): [
          SourceEdit(
            offset: 412,
            length: 29,
            replacement: #".package(id: "cookr.FlowKit", from: "1.2.0")"#
          )
        ]
      ]
    )
  }

  @Test func `a release is a line with sorted keys`() throws {
    #expect(try LogRecord.release(release("2.4.1")).line == releaseLine("2.4.1"))
    #expect(try log(releaseLine("2.4.1")).release(SemanticVersion("2.4.1")) == release("2.4.1"))
  }

  @Test func `the order of lines and their repetition mean nothing`() throws {
    let one = try log(releaseLine("1.0.0"), yankLine("1.0.0"), releaseLine("2.0.0"))
    let other = try log(
      yankLine("1.0.0"),
      releaseLine("2.0.0"),
      releaseLine("1.0.0"),
      releaseLine("2.0.0")
    )
    #expect(one == other)
    #expect(one.releases == other.releases)
  }

  @Test func `a record that is missing since an earlier log is named`() throws {
    let base = try log(releaseLine("1.0.0"))
    let one = try base.adding(.release(release("1.0.1")))
    let other = try base.adding(.release(release("2.0.0")))
    #expect(one.records(missingSince: base) == [])
    #expect(one.records(missingSince: other) == [.release(try release("2.0.0"))])
    #expect(try one.adding(.release(release("1.0.1"))).text == one.text)
  }

  @Test func `two branches may withdraw one release, and the first by date stands`() throws {
    let late = yankLine("1.0.0", reason: "late", date: "2026-12-01T00:00:00Z")
    let early = yankLine("1.0.0", reason: "early", date: "2026-11-30T00:00:00Z")
    for lines in [[late, early], [early, late]] {
      let log = try log(releaseLine("1.0.0"), lines[0], lines[1])
      #expect(try log.yank(of: SemanticVersion("1.0.0"))?.reason == "early")
    }
  }

  @Test(arguments: [
    (
      releaseLine("1.0.0", date: "2026-11-21T09:00:01Z"), "1.0.0"
    ), (releaseLine("1.0.0+build"), "1.0.0+build"),
  ])
  func `two records of one release contradict each other`(line: String, version: String) {
    #expect(
      refusal { _ = try log(releaseLine("1.0.0"), line) }
        == "ChefSourcing.jsonl:2: version: release '\(version)' is recorded differently on line 1\n"
        + "help: a release never changes: keep the line that was there first"
    )
  }

  @Test func `a release is found in any case and collides in any case`() throws {
    let log = try log(releaseLine("1.0.0-Beta"))
    #expect(try log.release(SemanticVersion("1.0.0-beta+x"))?.version.description == "1.0.0-Beta")
    #expect(throws: OperationError.self) { try log.adding(.release(release("1.0.0-BETA"))) }
  }

  @Test func `a yank of what was never released is refused`() {
    #expect(
      refusal { _ = try log(yankLine("1.0.1"), releaseLine("1.0.0")) }
        == "ChefSourcing.jsonl:1: yank: version '1.0.1' is withdrawn but was never released\n"
        + "help: the nearest release is '1.0.0'"
    )
  }

  @Test(arguments: [
    (
      #""format":1"#, #""format":1,"colour":"red""#,
      "colour: unknown key 'colour'\n"
        + "help: known here: adds, archive, date, edits, files, folder, format, interface,"
        + " internal, mirrorAuthor, notes, omits, parts, requires, source, tag, tree, upload, version"
    ),
    (#""format":1,"#, "", "missing key 'format'"),
    (#""format":1"#, #""format":0"#, "format: format '0' is not known, expected '1' or more"),
    (
      #"[[412,29,"#, "[[-1,29,",
      "edits[\"Package.swift\"][0]: offset '-1' and length '29' are not a valid range"
    ),
    (
      #"[[412,29,"#, "[[9223372036854775807,1,",
      "edits[\"Package.swift\"][0]: offset '9223372036854775807' and length '1' are not a valid"
        + " range"
    ),
    (
      #"[[412,29,"#, #"[[400,13,""],[412,29,"#,
      "edits[\"Package.swift\"][1]: an edit starts at '412', before the last ends"
    ),
    (
      #""Package.swift""#, #""../Package.swift""#,
      "edits[\"../Package.swift\"]: invalid path '../Package.swift', '..' is not a name\n"
        + "help: name the folder from the root of the repository, as in 'Components/Payments'"
    ),
    (
      Digits.archive, "sha256:0",
      "archive: invalid checksum 'sha256:0', expected 'sha256:' and 64 hexadecimal digits in"
        + " lower case"
    ),
    (
      Digits.tree, "HEAD",
      "tree: invalid object name 'HEAD', expected 40 hexadecimal digits in lower case"
    ),
    (
      "2026-11-21T09:00:00Z", "yesterday",
      "date: invalid date 'yesterday', expected a time as '2026-11-21T09:00:00Z'"
    ),
  ])
  func `a malformed line is named with file, line and key`(
    old: String,
    new: String,
    message: String
  ) throws {
    let line = releaseLine("1.0.0").replacing(old, with: new)
    let place = "ChefSourcing.jsonl:2: "
    #expect(refusal { _ = try log(releaseLine("0.9.0"), line) } == place + message)
  }

  @Test func `reading a log refuses an unresolved merge conflict`() {
    #expect(
      refusal { _ = try log(releaseLine("1.0.0"), "<<<<<<< HEAD") }
        == "ChefSourcing.jsonl:2: unresolved merge conflict\nhelp: resolve it"
    )
  }

  @Test func `a line of a later format keeps what is not known of it`() throws {
    let line = releaseLine("1.0.0")
      .replacing(#""format":1"#, with: #""format":12,"zeal":{"b":1e5,"a":[null]}"#)
      .replacing(#"{"archive""#, with: #"{"acceptedBreaking":"renamed","archive""#)
    let sorted = line.replacing(#","zeal":{"b":1e5,"a":[null]}"#, with: "")
      .replacing(#""version":"1.0.0"}"#, with: #""version":"1.0.0","zeal":{"a":[null],"b":1e5}}"#)
    let release = try #require(try log(line).releases.first)
    #expect(release.later?.format == 12)
    #expect(
      release.later?.members == [
        "acceptedBreaking": .string("renamed"),
        "zeal": .object(["a": .array([.null]), "b": .number("1e5")]),
      ]
    )
    #expect(LogRecord.release(release).line == sorted)
    let yank = yankLine("1.0.0").replacing("{", with: #"{"by":"payments","format":2,"#)
      .replacing(
        #""by":"payments","format":2,"date":"2026-11-22T09:00:00Z","#,
        with:
          #""by":"payments","date":"2026-11-22T09:00:00Z","format":2,"#
      )
    let withdrawn = try #require(try log(line, yank).yank(of: SemanticVersion("1.0.0")))
    #expect(LogRecord.yank(withdrawn).line == yank)
  }

  @Test(arguments: [
    (
      #""format":1"#, #""files":{"LICENSE":["100644","aa"]},"format":3"#,
      "files.LICENSE[1]: invalid object name 'aa', expected 40 hexadecimal digits in lower case"
    ),
    (
      #""format":1"#, #""files":{"LICENSE":["160000","\#(Digits.tree)"]},"format":3"#,
      "files.LICENSE[0]: unknown mode '160000', expected one of 100644, 100755, 040000"
    ),
    (
      #""format":1"#, #""format":3,"omits":["../Tests"]"#,
      "omits[0]: invalid path '../Tests', '..' is not a name\n"
        + "help: name the folder from the root of the repository, as in 'Components/Payments'"
    ),
    (
      #""format":1"#, #""format":3,"omits":["."]"#,
      "omits[0]: expected a path inside the component, found '.'"
    ),
    (
      #""format":1"#, #""format":3"#,
      "format: a record of format 3 has something in 'files' or 'omits'"
    ),
    (
      #""format":1"#, #""adds":{"a/LICENSE":["100644","\#(Digits.tree)"]},"format":4"#,
      "adds: 'a/LICENSE' is not a file in the component's folder itself"
    ),
    (
      #""format":1"#, #""adds":{"LICENSE":["040000","\#(Digits.tree)"]},"format":4"#,
      "adds: 'LICENSE' is not a file in the component's folder itself"
    ),
    (
      #""format":1"#, #""adds":{},"format":4"#,
      "format: a record of format 4 has something in 'adds'"
    ),
    (
      #""format":1"#, #""adds":{"LICENSE":["100644","\#(Digits.tree)"]},"format":3,"omits":["a"]"#,
      "adds: unknown key 'adds'\nhelp: a record that has it is of format 4"
    ),
    (
      #""format":1"#, #""format":1,"omits":["Tests"]"#,
      "omits: unknown key 'omits'\nhelp: a record that has it is of format 3"
    ),
  ])
  func `reading a log checks replacements of links and omitted files`(
    old: String,
    new: String,
    message: String
  ) {
    let line = releaseLine("1.0.0").replacing(old, with: new)
    #expect(refusal { _ = try log(line) } == "ChefSourcing.jsonl:1: " + message)
  }
}
