import Base
import Git
import Model
import Reports
import Versions
import ScratchMonorepos
import ScratchRepositories
import Testing

@Suite(.scratchRepository)
struct ChangelogTests {
  @Test(arguments: ["\n", "\r\n"])
  func `a changelog of a person's own keeps its text and its line ends`(_ end: String) throws {
    let scratch = Scratch.current
    try scratch.makeMonorepo()
    let own = ["# What is new", "", "## Menu", "", "Mine.", ""].joined(separator: end)
    try scratch.write(own, to: "CHANGELOG.md")
    try scratch.commitAll()
    try scratch.bump(
      "Menu",
      "1.0.0",
      notes: "\n## Not a section <!-- nor a comment\n#### Details\n"
    )
    let expected = [
      "# What is new", "", "## Kitchen", "", "Releases of `Components/Kitchen`, newest first.", "",
      "<!-- Kitchen: newest release first -->", "", "## Menu", "",
      "<!-- Menu: newest release first -->", "", "<!-- Menu: 1.0.0 and its backports -->", "",
      "### Menu 1.0.0 - 2025-11-21", "", "First release.", "",
      "\\## Not a section \\<!-- nor a comment", "#### Details", "", "Mine.", "",
    ]
    #expect(try scratch.read("CHANGELOG.md") == expected.joined(separator: end))
  }

  /// A mark behind a backtick or a dash makes another character of it, but not for Markdown.
  @Test func `notes neither hide nor quote what follows them`() throws {
    let scratch = Scratch.current
    try scratch.makeMonorepo()
    try scratch.bump("Menu", "1.0.0", notes: "<!--\u{301} Hidden\n```\u{301}swift\n")
    let changelog = try scratch.read("CHANGELOG.md")
    #expect(changelog.utf8.contains("\n\\<!--\u{301} Hidden\n```\u{301}swift\n```\n".utf8))
  }

  /// Whether two letters of flags are one flag depends on all letters before them.
  @Test(.timeLimit(.minutes(10)))
  func `long notes take as long as their bytes`() throws {
    let scratch = Scratch.current
    try scratch.makeMonorepo()
    let notes = String(repeating: "\u{1F1E6}", count: 200_000)
    try scratch.bump("Menu", "1.0.0", notes: notes)
    #expect(try scratch.read("CHANGELOG.md").utf8.count > notes.utf8.count)
  }

  @Test func `attributes that a person set are not set again`() throws {
    let scratch = Scratch.current
    try scratch.makeMonorepo()
    try scratch.write("*.png binary\nCHANGELOG.md\t-merge", to: ".gitattributes")
    try scratch.commitAll()
    try scratch.bump("Menu", "1.0.0")
    #expect(
      try scratch.read(".gitattributes")
        == "*.png binary\nCHANGELOG.md\t-merge\nRegistry/releases/*.jsonl merge=union\n"
    )
  }

  /// What the entry of a release says that is made of one commit.
  private func notes(
    _ message: String,
    _ version: String = "1.0.1",
    beside others: [String] = []
  ) throws -> String {
    let scratch = Scratch.current
    try scratch.makeMonorepo(["Menu"] + others)
    try scratch.bump("Menu", "1.0.0")
    try scratch.change("Menu", message)
    try scratch.bump("Menu", version)
    let tip = try ObjectID(hex: scratch.git("rev-parse", "HEAD"))
    let notes = try scratch.workspace().releaseNotes(at: tip)
    return notes.notes(of: try ComponentName("Menu"), try SemanticVersion(version)) ?? ""
  }

  @Test(
    arguments: [
      ("accept Array<Int> beside Set<Int>", "accept Array\\<Int> beside Set\\<Int>"),
      ("keep `Array<Int>` and ``a ` _b_``", "keep `Array<Int>` and ``a ` _b_``"),
      ("call __init__ of snake_case_name", "call \\_\\_init\\_\\_ of snake_case_name"),
      ("print(_:_:) takes 2 * 3 of *.png", "print(\\_:\\_:) takes 2 * 3 of \\*.png"),
      ("a < b & c <!-- d", "a < b & c \\<!-- d"),
      ("# is no heading", "\\# is no heading"),
      ("- is no list", "\\- is no list"),
      ("* is no list", "\\* is no list"),
      ("** is no list", "\\*\\* is no list"),
      ("1. of 2) things", "1\\. of 2) things"),
      ("12) things", "12\\) things"),
      ("1.5 and 2. things", "1.5 and 2. things"),
      ("[a](http://b.c) ![d](e)", "\\[a](http://b.c) !\\[d](e)"),
      ("[x] is no task", "\\[x] is no task"),
      ("```swift is no code", "\\```swift is no code"),
      ("~~old~~ &lt; \\*", "\\~\\~old\\~\\~ \\&lt; \\\\\\*"),
      ("one ` alone <a>", "one ` alone \\<a>"),
      ("make @MainActor optional", "make `@MainActor` optional"),
      ("@Sendable, @available(iOS 16, *)", "`@Sendable`, `@available`(iOS 16, \\*)"),
      ("thank (@a-b_c.d/e).", "thank (`@a-b_c.d/e`)."),
      ("mail to baker@example.com", "mail to baker@example.com"),
      ("link https://a.example/@b, @ 5 and @_c", "link https://a.example/@b, @ 5 and @\\_c"),
      ("accept `@Sendable` and `a @b`", "accept `@Sendable` and `a @b`"),
      ("one ` alone, @b and `", "one ` alone, @b and `"),
      ("one ` before @b", "one \\` before `@b`"),
      ("`a`@b and @c`d`", "`a`@<!-- -->b and @<!-- -->c`d`"),
    ]
  )
  func `a subject stands for itself in Markdown`(subject: String, item: String) throws {
    #expect(try notes("fix: \(subject)") == "#### Fixed\n\n- \(item)")
  }

  @Test func `release notes put the footer of an incompatible change below its subject`() throws {
    let message = """
      feat!: weigh in grams

      Body.

      BREAKING CHANGE: pass grams where
      you passed Array<Ounce>

      ```swift
      weigh(Array<Gram>())
      ```
      Reviewed-by: Ada
      """
    #expect(
      try notes(message, "2.0.0") == """
        #### Added

        - **Breaking:** weigh in grams

          pass grams where
          you passed Array\\<Ounce>

          ```swift
          weigh(Array<Gram>())
          ```
        """
    )
    #expect(
      try Scratch.current.git("log", "-1", "--format=%B")
        .hasPrefix("Release Menu 2.0.0\n\nAdded:\n- **Breaking:** weigh in grams\n\n  pass grams")
    )
  }

  @Test func `commits that a forge made one of do not run into the text of a footer`() throws {
    let message = """
      feat: two things (#3)

      * feat: weigh

      BREAKING CHANGE: pass grams

      * fix: crumbs

      More of it.
      """
    #expect(
      try notes(message, "2.0.0") == """
        #### Added

        - **Breaking:** two things (#3)

          pass grams
        """
    )
  }

  @Test func `commits that a forge made one of count where they declare more`() throws {
    let message = """
      fix: oven door (#8)

      * fix: oven door

      * feat!: drop the old oven

      * feat(Timer): count down

      * feat: ring
      * Revert "feat: ring"

      ```
      * feat!: no commit
      ```
      """
    #expect(
      try notes(message, "2.0.0") == """
        #### Added

        - **Breaking:** drop the old oven
        - Timer: count down

        #### Fixed

        - oven door (#8)
        """
    )
  }

  /// The commit is about Kitchen, and changed a file of Menu, too.
  @Test(arguments: [
    ("feat(Kitchen)!: new stove", "1.0.1", "#### Changed\n\n- feat(Kitchen)!: new stove"),
    (
      "feat(kitchen): new stove\n\n* feat(Kitchen)!: stove\n* fix(menu): crumbs", "1.0.1",
      "#### Fixed\n\n- crumbs"
    ),
    ("feat(menu, kitchen): bells", "1.1.0", "#### Added\n\n- menu, kitchen: bells"),
    ("feat(Menu): bells", "1.1.0", "#### Added\n\n- bells"),
    ("feat(stove): bells", "1.1.0", "#### Added\n\n- stove: bells"),
  ])
  func `a scope that names components says whose change it is`(
    message: String,
    version: String,
    expected: String
  ) throws {
    #expect(try notes(message, version, beside: ["Kitchen"]) == expected)
  }

  @Test func `commits that a forge made one of do not repeat its title`() throws {
    #expect(
      try notes("feat: ovens (#9)\n\n* feat: wip\n* fix: crumbs\n* note: none", "2.1.0")
        == "#### Added\n\n- ovens (#9)"
    )
  }

  @Test func `release notes end a footer with the paragraph that it is in`() throws {
    #expect(
      try notes("fix: weigh\n\nIn grams.\nBREAKING CHANGE: pass grams\nonly\n\nMore.", "2.0.0")
        == """
        #### Fixed

        - **Breaking:** weigh

          pass grams
          only
        """
    )
  }

  @Test func `a squashed history still tells what is new`() throws {
    let scratch = Scratch.current
    try scratch.makeMonorepo()
    try scratch.bump("Menu", "1.0.0")
    let tree = try scratch.git("rev-parse", "HEAD^{tree}")
    // The release's source is in no history any more.
    let squashed = try scratch.git("commit-tree", tree, "-m", "Squash all")
    try scratch.git("reset", "-q", "--soft", squashed)
    try scratch.git("tag", "-d", "Menu/1.0.0")
    try scratch.change("Menu", "fix: crash")
    try scratch.bump("Menu", "1.0.1")
    #expect(
      try scratch.git("log", "-1", "--format=%B") == "Release Menu 1.0.1\n\nFixed:\n- crash"
    )
    #expect(try scratch.git("rev-parse", "Menu/1.0.0^{commit}") == squashed)
  }

  @Test(
    arguments: [
      ("```\nlet a = 1", "```"),
      ("  ~~~~ swift\n~~~\n```\n", "~~~~"),
      ("```\n```\n````sh\n```", "````"),
    ]
  )
  func `a code block that the notes leave open ends with them`(notes: String, end: String) throws {
    let scratch = Scratch.current
    try scratch.makeMonorepo()
    try scratch.bump("Menu", "1.0.0", notes: notes)
    let changelog = try scratch.read("CHANGELOG.md")
    #expect(changelog.hasSuffix("\n\(end)\n"))
  }

  @Test(arguments: ["```\nlet a = 1\n```", "say ``` twice", "`````\n`````` ", "~~~\n~~~~"])
  func `notes without an open code block stay as they are`(_ notes: String) throws {
    let scratch = Scratch.current
    try scratch.makeMonorepo()
    try scratch.bump("Menu", "1.0.0", notes: notes)
    let changelog = try scratch.read("CHANGELOG.md")
    #expect(changelog.hasSuffix("First release.\n\n\(notes)\n"))
  }
}
