import Base
import Git
import Model
import Releases
import Reports
import Versions
import ScratchMonorepos
import ScratchRepositories
import Testing

/// Commits that were taken back before they were released.
@Suite(.scratchRepository)
struct RevertTests {
  private let scratch = Scratch.current

  private func begin() throws {
    try scratch.makeMonorepo(["Menu"])
    try scratch.bump("Menu", "1.0.0")
  }

  /// Changes a file of its own, so that the commit can be reverted whenever.
  private func add(_ message: String, _ file: String) throws {
    try scratch.write("// \(message)\n", to: "Components/Menu/Sources/Menu/\(file).swift")
    try scratch.commitAll(message)
  }

  private func revert(_ revision: String, _ options: String...) throws {
    try scratch.git(["revert", "--no-edit"] + options + [revision])
  }

  private func notes(_ version: String) throws -> String? {
    try scratch.bump("Menu", version)
    let tip = try ObjectID(hex: scratch.git("rev-parse", "HEAD"))
    return try scratch.workspace().releaseNotes(at: tip)
      .notes(of: ComponentName("Menu"), SemanticVersion(version))
  }

  @Test(arguments: ["feat: soup", "feat!: soup", "fix: soup\n\nBREAKING CHANGE: no salt"])
  func `a reverted commit is neither planned nor listed, nor is its revert`(message: String) throws
  {
    try begin()
    try add(message, "Soup")
    try revert("HEAD")
    try add("fix: crumbs", "Crumbs")
    #expect(try scratch.plan().words == ["Menu 1.0.0 → 1.0.1"])
    #expect(try notes("1.0.1") == "#### Fixed\n\n- crumbs")
  }

  @Test func `a reverted revert counts again`() throws {
    try begin()
    try add("feat: soup", "Soup")
    try revert("HEAD")
    try revert("HEAD")
    #expect(try scratch.plan().words == ["Menu 1.0.0 → 1.1.0"])
    #expect(try notes("1.1.0") == "#### Added\n\n- soup")
  }

  @Test func `a revert of what a release has is listed`() throws {
    try begin()
    try add("feat: soup", "Soup")
    try scratch.bump("Menu", "1.1.0")
    try revert("HEAD~")
    #expect(try notes("1.1.1") == "#### Changed\n\n- Revert \"feat: soup\"")
    try revert("HEAD~")
    #expect(try notes("1.1.2")?.contains("soup") == true)
  }

  @Test func `a reverted merge takes all of its commits back`() throws {
    try begin()
    try scratch.git("switch", "-q", "-c", "side")
    try add("feat: soup", "Soup")
    try add("feat!: stew", "Stew")
    try scratch.git("switch", "-q", "main")
    try add("fix: crumbs", "Crumbs")
    try scratch.git("merge", "-q", "--no-edit", "--no-ff", "side")
    try revert("HEAD", "-m", "1")
    #expect(try notes("1.0.1") == "#### Fixed\n\n- crumbs")
  }

  @Test(
    arguments: [
      // Of a forge, which names the pull request alone.
      ("feat: soup (#11)", "Revert \"feat: soup\" (#12)\n\nReverts ada/menu#11"),
      // Of a commit whose name was another one before a rebase.
      (
        "feat: soup",
        "Revert \"feat: soup\"\n\nThis reverts commit 0123456789012345678901234567890123456789."
      ),
      ("feat: soup", "revert: feat: soup"),
    ]
  )
  func `a revert may name the subject alone`(message: String, revert: String) throws {
    try begin()
    try add(message, "Soup")
    try scratch.git("rm", "-q", "Components/Menu/Sources/Menu/Soup.swift")
    try scratch.commitAll(revert)
    try add("fix: crumbs", "Crumbs")
    #expect(try notes("1.0.1") == "#### Fixed\n\n- crumbs")
  }

  @Test(
    arguments: [
      ("ID.", true), ("ID", true), ("ID. It burnt.", true), ("ID, reversing\nchanges.", true),
      ("ID (feat!: soup, 2026-01-31).", true), ("ID only where it burns.", false),
      ("ID (a part).", false), ("ID, but not the salt.", false),
    ]
  )
  func `a sentence that says more of the reverted commit reverts nothing`(
    sentence: String,
    reverts: Bool
  ) throws {
    try begin()
    try add("feat!: soup", "Soup")
    let soup = try scratch.git("rev-parse", "HEAD")
    let rest = sentence.dropFirst("ID".count)
    try add("fix: serve stew\n\nThis reverts commit \(soup)\(rest)", "Soup")
    #expect(try scratch.plan().words == ["Menu 1.0.0 → \(reverts ? "1.0.1" : "2.0.0")"])
  }

  @Test func `a commit that does more than revert is listed`() throws {
    try begin()
    try add("feat: soup", "Soup")
    let soup = try scratch.git("rev-parse", "HEAD")
    try add("fix: serve stew instead\n\nThis reverts commit \(soup.prefix(9)).", "Soup")
    #expect(try scratch.plan().words == ["Menu 1.0.0 → 1.0.1"])
    #expect(try notes("1.0.1") == "#### Fixed\n\n- serve stew instead")
  }
}
