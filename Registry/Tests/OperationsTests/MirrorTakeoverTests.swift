import Base
import Git
import Mirror
import Model
import Releases
import Versions
import Foundation
import ScratchMonorepos
import ScratchRepositories
import Testing

/// Repositories of components that were there before they were mirrored to.
@Suite(.scratchRepository, .serialized)
struct MirrorTakeoverTests {
  let scratch = Scratch.current

  /// Both kinds of place are the same folder of repositories.
  enum Kind: CaseIterable {
    case folder
    case remote
  }

  var folder: String { scratch.folder + "/server" }

  func mirror(
    _ kind: Kind,
    from repository: String? = nil,
    isForced: Bool = false
  ) throws -> MirrorReleases.Result {
    var options = MirrorReleases.Options(base: "https://git.example.com/mirror")
    options.isForced = isForced
    return try MirrorReleases(
      to: MirrorTarget(kind == .folder ? folder : "file://" + folder),
      options: options,
      context: .test()
    ).run(in: Workspace(directory: repository ?? scratch.path))
  }

  @discardableResult
  func git(_ arguments: String...) throws -> String {
    try scratch.git(["--git-dir", folder + "/Menu.git"] + arguments)
  }

  func subjects(_ revision: String = "main") throws -> [String] {
    try git("log", "--first-parent", "--format=%s", revision).split(separator: "\n")
      .map(String.init)
  }

  /// A repository of the component's folder as it is now, with commits of its own and a tag.
  func makeRepository(tags: String...) throws {
    try scratch.git("init", "-q", "--bare", "-b", "main", folder + "/Menu.git")
    let tree = try scratch.git("rev-parse", "HEAD:Components/Menu")
    let first = try scratch.git("commit-tree", tree, "-m", "By hand")
    let second = try scratch.git("commit-tree", tree, "-p", first, "-m", "By hand again")
    try scratch.git("push", "-q", folder + "/Menu.git", "\(second):refs/heads/main")
    for tag in tags {
      try scratch.git("push", "-q", folder + "/Menu.git", "\(first):refs/tags/\(tag)")
    }
  }

  @Test(arguments: Kind.allCases)
  func `a repository with commits is gone on from, and every clone makes the same commits`(
    _ kind: Kind
  ) throws {
    try scratch.makeMonorepo(["Menu"])
    try makeRepository()
    let stood = try git("rev-parse", "main")
    try scratch.bump("Menu", "1.0.0")
    let result = try mirror(kind)
    #expect(result.failures.map(\.error.message) == [])
    let takeover = result.components.first?.takeover
    #expect(takeover?.start.commit.hex == stood)
    #expect(try subjects() == ["Menu 1.0.0", "By hand again", "By hand"])
    #expect(
      try scratch.read("Registry/mirrors/Menu.json")
        == "{\n  \"schema\": 1,\n  \"start\": \"\(stood)\"\n}\n"
    )
    #expect(try scratch.git("status", "--porcelain") == "")
    #expect(try mirror(kind).components.first?.written == [])

    try scratch.change("Menu")
    try scratch.bump("Menu", "1.1.0")
    #expect(try mirror(kind).components.first?.written.map(\.description) == ["1.1.0"])
    let releases = ["Menu 1.1.0", "Menu 1.0.0", "By hand again", "By hand"]
    #expect(try subjects() == releases)
    try git("fsck", "--strict", "--full")
    let commits = try git("for-each-ref")

    // Another clone, and a repository that lost what was pushed.
    let clone = scratch.folder + "/clone"
    try scratch.git("clone", "-q", ".", clone)
    try git("update-ref", "refs/heads/main", stood)
    for version in ["1.0.0", "1.1.0"] { try git("update-ref", "-d", "refs/tags/\(version)") }
    _ = try mirror(kind, from: clone)
    #expect(try git("for-each-ref") == commits)
  }

  @Test(arguments: Kind.allCases)
  func `the branch that clones check out is continued`(_ kind: Kind) throws {
    try scratch.makeMonorepo(["Menu"])
    try makeRepository(tags: "0.9.0")
    try git("branch", "-m", "main", "master")
    try git("symbolic-ref", "HEAD", "refs/heads/master")
    try scratch.bump("Menu", "1.0.0")
    let component = try mirror(kind).components.first
    #expect(component?.branch == "master" && component?.otherDefault == nil)
    #expect(try subjects("master") == ["Menu 1.0.0", "By hand again", "By hand"])
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.1.0")
    _ = try mirror(kind)
    #expect(try git("log", "-1", "--format=%s", "HEAD") == "Menu 1.1.0")
    #expect(try git("branch", "--format=%(refname:short)") == "master")
  }

  @Test(arguments: Kind.allCases)
  func `a mirror that was begun on main goes on there, and the other branch is named`(
    _ kind: Kind
  ) throws {
    try scratch.makeMonorepo(["Menu"])
    try makeRepository()
    try scratch.bump("Menu", "1.0.0")
    _ = try mirror(kind)
    try git("branch", "master", "main~1")
    try git("symbolic-ref", "HEAD", "refs/heads/master")
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.1.0")
    let component = try mirror(kind).components.first
    #expect(component?.branch == "main" && component?.otherDefault == "master")
    #expect(try subjects("main").first == "Menu 1.1.0")
  }

  @Test(arguments: Kind.allCases)
  func `what somebody else pushed stays until it is asked for`(_ kind: Kind) throws {
    try scratch.makeMonorepo(["Kitchen", "Menu"])
    try scratch.git("init", "-q", "--bare", "-b", "main", folder + "/Kitchen.git")
    try makeRepository()
    try scratch.bump("Menu", "1.0.0")
    _ = try mirror(kind)
    let ours = try git("rev-parse", "main")
    let tree = try git("rev-parse", "main^{tree}")
    let theirs = try git(
      "-c",
      "user.name=Eve",
      "-c",
      "user.email=eve@example.com",
      "commit-tree",
      tree,
      "-p",
      ours,
      "-m",
      "Theirs"
    )
    try git("update-ref", "refs/heads/main", theirs)
    try scratch.bump("Kitchen", "1.0.0")
    let result = try mirror(kind)
    #expect(result.components.map(\.name.text) == ["Kitchen"])
    #expect(result.failures.map(\.error.code) == [.mirrorMismatch])
    #expect(
      result.failures.first?.error.message
        == "the repository of 'Menu' was changed by someone else: its 'main' is at '\(theirs)',"
        + " which is not from this mirror"
    )
    #expect(try git("rev-parse", "main") == theirs)
    #expect(try mirror(kind, isForced: true).failures == [])
    #expect(try git("rev-parse", "main") == ours)
  }

  /// A hook refuses the first push, so that nothing but the record is there.
  @Test func `what is pushed before anything was mirrored can be gone on from, too`() throws {
    try scratch.makeMonorepo(["Menu"])
    try makeRepository()
    try scratch.bump("Menu", "1.0.0")
    let hook = folder + "/Menu.git/hooks/pre-receive"
    try Data("#!/bin/sh\nexit 1\n".utf8).write(to: URL(filePath: hook))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: hook)
    #expect(code { _ = try mirror(.remote) } == "push-refused")
    try FileManager.default.removeItem(atPath: hook)
    let stood = try git("rev-parse", "main")
    let theirs = try git(
      "-c",
      "user.name=Eve",
      "-c",
      "user.email=eve@example.com",
      "commit-tree",
      "main^{tree}",
      "-p",
      stood,
      "-m",
      "Theirs"
    )
    try git("update-ref", "refs/heads/main", theirs)
    #expect(code { _ = try mirror(.remote) } == "mirror-mismatch")
    try scratch.git("rm", "-q", "Registry/mirrors/Menu.json")
    try scratch.commitAll("Take over anew")
    #expect(try mirror(.remote).failures == [])
    #expect(try subjects() == ["Menu 1.0.0", "Theirs", "By hand again", "By hand"])
  }

  @Test(arguments: Kind.allCases)
  func `a repository of something else is left as it is`(_ kind: Kind) throws {
    try scratch.makeMonorepo(["Menu"])
    try scratch.bump("Menu", "1.0.0")
    try scratch.git("init", "-q", "--bare", "-b", "main", folder + "/Menu.git")
    try scratch.git("push", "-q", folder + "/Menu.git", "HEAD:refs/heads/main")
    let before = try git("for-each-ref")
    let head = try scratch.git("rev-parse", "HEAD")
    #expect(code { _ = try mirror(kind) } == "mirror-mismatch")
    #expect(try git("for-each-ref") == before)
    #expect(try scratch.git("rev-parse", "HEAD") == head)
  }

  @Test func `a withdrawn release stays in the branch's history`() throws {
    try scratch.makeMonorepo(["Menu"])
    try makeRepository()
    try scratch.bump("Menu", "1.0.0")
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.1.0")
    _ = try mirror(.remote)
    let main = try git("rev-parse", "main")
    _ = try YankRelease(
      component: "Menu",
      version: SemanticVersion("1.1.0"),
      reason: "cold",
      context: .test()
    ).run(in: scratch.workspace())
    let result = try mirror(.remote)
    #expect(result.components.first?.keepsBranch == false)
    #expect(try git("rev-parse", "main", "refs/yanked/1.1.0") == "\(main)\n\(main)")
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.2.0")
    _ = try mirror(.remote)
    #expect(try subjects().prefix(3) == ["Menu 1.2.0", "Menu 1.1.0", "Menu 1.0.0"])
  }
}
