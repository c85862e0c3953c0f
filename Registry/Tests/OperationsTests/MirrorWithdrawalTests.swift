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

/// Withdrawals that a run did not finish, and those of releases that were there before the mirror.
@Suite(.scratchRepository)
struct MirrorWithdrawalTests {
  private let scratch = Scratch.current
  private var folder: String { scratch.folder + "/server" }

  /// Both kinds of place are the same folder of repositories.
  enum Kind: CaseIterable {
    case folder, remote
  }

  @discardableResult
  private func mirror(_ kind: Kind) throws -> MirrorReleases.Result {
    try MirrorReleases(
      to: MirrorTarget(kind == .folder ? folder : "file://" + folder),
      options: MirrorReleases.Options(base: "https://git.example.com/mirror"),
      context: .test()
    ).run(in: scratch.workspace())
  }

  @discardableResult
  private func git(_ arguments: String...) throws -> String {
    try scratch.git(["--git-dir", folder + "/Menu.git"] + arguments)
  }

  private func references() throws -> [String] {
    try git("for-each-ref", "--format=%(refname)").split(separator: "\n").map(String.init)
  }

  private func yank(_ version: String) throws {
    _ = try YankRelease(
      component: "Menu",
      version: SemanticVersion(version),
      reason: "cold",
      context: .test()
    ).run(in: scratch.workspace())
  }

  private func makeMirror(_ kind: Kind) throws {
    try scratch.makeMonorepo(["Menu"])
    try scratch.git("init", "-q", "--bare", "-b", "main", folder + "/Menu.git")
    try scratch.bump("Menu", "1.0.0")
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.1.0")
    try mirror(kind)
    try yank("1.1.0")
  }

  @Test(arguments: Kind.allCases)
  func `what a run ended before is done by the next one`(_ kind: Kind) throws {
    try makeMirror(kind)
    // Ended between the two references.
    try git("update-ref", "refs/yanked/1.1.0", "refs/tags/1.1.0")
    #expect(try mirror(kind).components.first?.withdrawn.map(\.description) == ["1.1.0"])
    #expect(try references() == ["refs/heads/main", "refs/tags/1.0.0", "refs/yanked/1.1.0"])
    #expect(try git("rev-parse", "main") == git("rev-parse", "1.0.0"))
    #expect(try mirror(kind).components.first?.withdrawn == [])
  }

  @Test func `a tag that the server keeps is named by every run until it is gone`() throws {
    try makeMirror(.remote)
    let hook = folder + "/Menu.git/hooks/update"
    let script = "#!/bin/sh\ncase $1$3 in refs/tags/*0000000) exit 1 ;; esac\n"
    try Data(script.utf8).write(to: URL(filePath: hook))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: hook)
    for _ in 1...2 {
      #expect(code { try mirror(.remote) } == "push-refused")
      #expect(try references().contains("refs/tags/1.1.0"))
    }
    try FileManager.default.removeItem(atPath: hook)
    try mirror(.remote)
    #expect(try references() == ["refs/heads/main", "refs/tags/1.0.0", "refs/yanked/1.1.0"])
  }

  /// The tags have objects of their own, which `refs/yanked` does not need.
  @Test(arguments: Kind.allCases)
  func `a release that was there before is withdrawn under all its tags`(_ kind: Kind) throws {
    try scratch.makeMonorepo(["Menu"])
    try scratch.git("init", "-q", "--bare", "-b", "main", folder + "/Menu.git")
    let tree = try scratch.git("rev-parse", "HEAD:Components/Menu")
    let commit = try scratch.git("commit-tree", tree, "-m", "By hand")
    try scratch.git("push", "-q", folder + "/Menu.git", "\(commit):refs/heads/main")
    for tag in ["v1.0.0", "1.0"] {
      try scratch.git("tag", "-a", "-m", "Tag", tag, commit)
      try scratch.git("push", "-q", folder + "/Menu.git", "refs/tags/\(tag)")
      try scratch.git("tag", "-d", tag)
    }
    try scratch.bump("Menu", "1.0.0")
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.1.0")
    let clone = scratch.folder + "/clone"
    #expect(try mirror(kind).components.first?.takeover?.taken == ["v1.0.0"])
    #expect(
      try references()
        == ["refs/heads/main", "refs/tags/1.0", "refs/tags/1.1.0", "refs/tags/v1.0.0"]
    )
    let newest = try git("rev-parse", "main")
    try yank("1.0.0")
    #expect(try mirror(kind).components.first?.withdrawn.map(\.description) == ["1.0.0"])
    #expect(try references() == ["refs/heads/main", "refs/tags/1.1.0", "refs/yanked/1.0.0"])
    #expect(try git("rev-parse", "refs/yanked/1.0.0", "main") == "\(commit)\n\(newest)")
    #expect(try mirror(kind).components.first?.withdrawn == [])

    // The place is found again without its record.
    try scratch.git("clone", "-q", ".", clone)
    try scratch.git("-C", clone, "rm", "-q", "Registry/mirrors/Menu.json")
    try scratch.git(
      "-C",
      clone,
      "-c",
      "user.name=Eve",
      "-c",
      "user.email=eve@example.com",
      "commit",
      "-qm",
      "Lose"
    )
    let again = try MirrorReleases(
      to: MirrorTarget(kind == .folder ? folder : "file://" + folder),
      options: MirrorReleases.Options(base: "https://git.example.com/mirror"),
      context: .test()
    ).preview(in: Workspace(directory: clone))
    #expect(again.components.first?.takeover?.start.commit.hex == commit)
    #expect(again.components.first?.written == [])
  }

  @Test func `a withdrawal does not wait for what other releases wait for`() throws {
    try scratch.makeApp()
    for name in ["Kitchen", "Menu"] {
      try scratch.git("init", "-q", "--bare", "-b", "main", "\(folder)/\(name).git")
    }
    try mirror(.remote)
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.1.0")
    try scratch.change("Kitchen")
    try scratch.bump("Kitchen", "1.1.0")
    _ = try YankRelease(
      component: "Kitchen",
      version: SemanticVersion("1.0.0"),
      reason: "cold",
      context: .test()
    ).run(in: scratch.workspace())
    try scratch.git("-C", folder + "/Menu.git", "symbolic-ref", "HEAD", "refs/heads/main")
    try FileManager.default.moveItem(atPath: folder + "/Menu.git", toPath: folder + "/Gone.git")
    let result = try mirror(.remote)
    #expect(result.failures.map(\.error.code) == [.dependencyNotMirrored, .unreachable])
    #expect(
      result.failures.first?.error.message
        == "release 1.1.0 was not pushed: it depends on 'Menu', which could not be mirrored"
    )
    #expect(
      try scratch.git("--git-dir", folder + "/Kitchen.git", "for-each-ref", "--format=%(refname)")
        == "refs/heads/main\nrefs/yanked/1.0.0"
    )
    try FileManager.default.moveItem(atPath: folder + "/Gone.git", toPath: folder + "/Menu.git")
    #expect(try mirror(.remote).failures == [])
    #expect(
      try scratch.git("--git-dir", folder + "/Kitchen.git", "for-each-ref", "--format=%(refname)")
        == "refs/heads/main\nrefs/tags/1.1.0\nrefs/yanked/1.0.0"
    )
  }
}
