import Base
import Git
import Mirror
import Model
import Versions
import Foundation
import ScratchMonorepos
import ScratchRepositories
import Testing

/// Repositories that were gone on from, where the commit that says from where is gone or was never
/// made.
@Suite(.scratchRepository)
struct MirrorLostStartTests {
  private let scratch = Scratch.current

  private var folder: String { scratch.folder + "/server" }

  private func mirror(
    from repository: String? = nil,
    inFolder: Bool = false,
    base: String = "https://git.example.com/mirror"
  ) throws -> MirrorReleases.Result {
    try MirrorReleases(
      to: MirrorTarget(inFolder ? folder : "file://" + folder),
      options: MirrorReleases.Options(base: base),
      context: .test()
    ).run(in: Workspace(directory: repository ?? scratch.path))
  }

  @discardableResult
  private func git(_ arguments: String...) throws -> String {
    let person = ["-c", "user.name=Eve", "-c", "user.email=eve@example.com"]
    return try scratch.git(["--git-dir", folder + "/Menu.git"] + person + arguments)
  }

  private func subjects() throws -> [String] {
    try git("log", "--first-parent", "--format=%s", "main").split(separator: "\n").map(String.init)
  }

  /// A repository with commits and tags of its own, of which 1.0.0 is a release too; then 1.1.0.
  private func makeRepository(hasHistory: Bool = false) throws -> String {
    try scratch.makeMonorepo(["Menu"])
    if hasHistory {
      let manifest = try scratch.read("Registry/manifest.json")
      try scratch.write(
        manifest.replacing(#""schema""#, with: #""history": "full", "schema""#),
        to: "Registry/manifest.json"
      )
      try scratch.commitAll("Ask for history")
    }
    try scratch.git("init", "-q", "--bare", "-b", "main", folder + "/Menu.git")
    let tree = try scratch.git("rev-parse", "HEAD:Components/Menu")
    let first = try scratch.git("commit-tree", tree, "-m", "By hand")
    let second = try scratch.git("commit-tree", tree, "-p", first, "-m", "By hand again")
    try scratch.git("push", "-q", folder + "/Menu.git", "\(second):refs/heads/main")
    for tag in ["1.0.0", "v0.9.0"] {
      try scratch.git("push", "-q", folder + "/Menu.git", "\(first):refs/tags/\(tag)")
    }
    try scratch.bump("Menu", "1.0.0")
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.1.0")
    return second
  }

  /// Mirrors from a clone, as a CI job does, and returns the record that goes with it.
  @discardableResult
  private func mirrorFromLostClone() throws -> String {
    let clone = scratch.folder + "/lost"
    try scratch.git(
      "clone",
      "-q",
      "-c",
      "user.name=CI",
      "-c",
      "user.email=ci@example.com",
      ".",
      clone
    )
    defer { try? FileManager.default.removeItem(atPath: clone) }
    #expect(try mirror(from: clone).failures == [])
    return try scratch.git("-C", clone, "show", "HEAD:Registry/mirrors/Menu.json") + "\n"
  }

  /// What of a run came to the server.
  enum Pushed: CaseIterable {
    case everything, tags, main, nothing
  }

  @Test(arguments: [false, true], Pushed.allCases)
  func `the start is found again in the repository, and the commits are the same`(
    hasHistory: Bool,
    pushed: Pushed
  ) throws {
    let stood = try makeRepository(hasHistory: hasHistory)
    let record = try mirrorFromLostClone()
    let references = try git("for-each-ref")
    if pushed != .everything, pushed != .main { try git("update-ref", "refs/heads/main", stood) }
    if pushed != .everything, pushed != .tags { try git("update-ref", "-d", "refs/tags/1.1.0") }
    let result = try mirror()
    #expect(result.failures.map(\.error.message) == [])
    let takeover = result.components.first?.takeover
    #expect(takeover?.start.commit.hex == stood)
    #expect(takeover?.taken.map(\.description) == ["1.0.0"])
    #expect(takeover?.otherTags == ["v0.9.0"])
    #expect(try scratch.read("Registry/mirrors/Menu.json") == record)
    #expect(try git("for-each-ref") == references)
  }

  @Test(arguments: [false, true])
  func `later runs of other clones go on after the lost record`(inFolder: Bool) throws {
    _ = try makeRepository()
    try mirrorFromLostClone()
    for version in ["1.2.0", "1.3.0"] {
      try scratch.change("Menu")
      try scratch.bump("Menu", version)
      if version == "1.2.0" { try mirrorFromLostClone() }
    }
    #expect(
      try mirror(inFolder: inFolder).components.first?.written.map(\.description) == ["1.3.0"]
    )
    #expect(
      try subjects()
        == ["Menu 1.3.0", "Menu 1.2.0", "Menu 1.1.0", "By hand again", "By hand"]
    )
    #expect(try mirror(inFolder: inFolder).components.first?.takeover == nil)
  }

  /// Of repositories on other machines, git has to fetch what a dry run reads.
  @Test(arguments: [false, true])
  func `a dry run finds it too`(isFetched: Bool) throws {
    let stood = try makeRepository()
    try mirrorFromLostClone()
    let url = isFetched ? "https://git.example.com/there" : "file://" + folder
    if isFetched { try scratch.git("config", "url.file://\(folder).insteadOf", url) }
    let before = try scratch.everything()
    let result = try MirrorReleases(
      to: MirrorTarget(url),
      options: MirrorReleases.Options(base: "https://git.example.com/mirror"),
      context: .test()
    ).preview(in: scratch.workspace())
    #expect(result.components.first?.takeover?.start.commit.hex == stood)
    #expect(result.components.first?.written == [])
    #expect(try scratch.everything() == before)
  }

  /// As CI systems check commits out.
  @Test(arguments: [false, true])
  func `on no branch a repository is gone on from without a record`(hasHistory: Bool) throws {
    let stood = try makeRepository(hasHistory: hasHistory)
    try scratch.git("switch", "-q", "--detach")
    let head = try scratch.git("rev-parse", "HEAD")
    let result = try mirror()
    #expect(result.failures.map(\.error.message) == [])
    #expect(result.components.first?.takeover?.start.commit.hex == stood)
    #expect(result.components.first?.takeover?.isRecorded == false)
    #expect(try subjects().prefix(2) == ["Menu 1.1.0", "By hand again"])
    #expect(try scratch.git("rev-parse", "HEAD") == head)
    #expect(try scratch.git("status", "--porcelain") == "")
    let references = try git("for-each-ref")
    #expect(try mirror().components.first?.written == [])

    try scratch.git("switch", "-q", "main")
    let recorded = try mirror()
    #expect(recorded.components.first?.takeover?.isRecorded == true)
    #expect(try git("for-each-ref") == references)
    let record = try scratch.read("Registry/mirrors/Menu.json")
    #expect(record.contains("\"start\": \"\(stood)\""))
    #expect(try mirror().components.first?.takeover == nil)
  }

  @Test func `what somebody pushed after the lost record stays`() throws {
    _ = try makeRepository()
    try mirrorFromLostClone()
    let theirs = try git("commit-tree", "main^{tree}", "-p", "main", "-m", "Theirs")
    try git("update-ref", "refs/heads/main", theirs)
    let head = try scratch.git("rev-parse", "HEAD")
    #expect(code { _ = try mirror() } == "mirror-mismatch")
    #expect(try git("rev-parse", "main") == theirs)
    #expect(try scratch.git("rev-parse", "HEAD") == head)
  }

  @Test func `another base is refused, and records nothing`() throws {
    try scratch.makeApp()
    for name in ["Kitchen", "Menu"] {
      try scratch.git("init", "-q", "--bare", "-b", "main", "\(folder)/\(name).git")
      let tree = try scratch.git("rev-parse", "HEAD:Components/\(name)")
      let commit = try scratch.git("commit-tree", tree, "-m", "By hand")
      try scratch.git("push", "-q", "\(folder)/\(name).git", "\(commit):refs/heads/main")
    }
    try mirrorFromLostClone()
    let result = try mirror(base: "https://other.example.com")
    #expect(result.failures.map(\.name.text) == ["Kitchen"])
    #expect(result.failures.map(\.error.code) == [.mirrorMismatch])
    #expect(result.components.map(\.name.text) == ["Menu"])
    #expect(throws: (any Error).self) { try scratch.read("Registry/mirrors/Kitchen.json") }
  }

  /// The releases of an earlier monorepo are like any other commits, once somebody went on from them.
  @Test func `a mirror of another monorepo that was gone on from by hand is taken over`() throws {
    _ = try makeRepository()
    try mirrorFromLostClone()
    let theirs = try git("commit-tree", "main^{tree}", "-p", "main", "-m", "Theirs")
    try git("update-ref", "refs/heads/main", theirs)
    let other = Scratch(folder: scratch.folder + "/other")
    try FileManager.default.createDirectory(
      atPath: other.path,
      withIntermediateDirectories: true
    )
    try other.git("init", "-q", "-b", "main")
    try other.git("config", "user.name", "Ada")
    try other.git("config", "user.email", "ada@example.com")
    try other.makeMonorepo(["Menu"])
    try other.write("// Another one\n", to: "Components/Menu/Sources/Menu/Other.swift")
    try other.commitAll()
    for version in ["1.1.0", "1.2.0"] {
      try other.bump("Menu", version)
      try other.change("Menu")
    }
    let result = try mirror(from: other.path)
    #expect(
      result.failures.map(\.error.message) == [
        "the repository of 'Menu' has other files or dependencies in 1.1.0 than the release"
      ]
    )
    #expect(result.components.first?.takeover?.start.commit.hex == theirs)
    #expect(try subjects().prefix(3) == ["Menu 1.2.0", "Theirs", "Menu 1.1.0"])
  }
}
