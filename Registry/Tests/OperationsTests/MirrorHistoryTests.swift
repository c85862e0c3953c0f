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

/// Repositories that have their components' own histories beside the releases.
@Suite(.scratchRepository)
struct MirrorHistoryTests {
  private let scratch = Scratch.current

  private func mirror(to place: String, from repository: String? = nil) throws -> [String] {
    let result = try MirrorReleases(
      to: MirrorTarget(place),
      options: MirrorReleases.Options(base: "https://git.example.com/mirror"),
      context: .test()
    ).run(in: Workspace(directory: repository ?? scratch.path))
    return result.components.flatMap { component in
      component.written.map { "\(component.name) \($0)" }
    } + result.failures.map(\.error.message)
  }

  private func askForHistory() throws {
    let manifest = try scratch.read("Registry/manifest.json")
    try scratch.write(
      manifest.replacing(#""schema""#, with: #""history": "full", "schema""#),
      to: "Registry/manifest.json"
    )
    try scratch.commitAll("Ask for history")
  }

  private func git(_ place: String, _ arguments: String...) throws -> String {
    try scratch.git(["--git-dir", "\(scratch.folder)/\(place)/Menu.git"] + arguments)
  }

  /// Two releases of one component, with commits of both on a branch between them.
  private func release() throws {
    try scratch.makeMonorepo()
    try askForHistory()
    try scratch.change("Menu", "Cook")
    try scratch.bump("Menu", "1.0.0")
    try scratch.change("Kitchen", "Clean")
    try scratch.git("switch", "-q", "-c", "side")
    try scratch.change("Menu", "Season")
    try scratch.git("switch", "-q", "main")
    try scratch.change("Kitchen", "Clean again")
    try scratch.git("merge", "-q", "--no-edit", "side")
  }

  @Test func `a release follows the one before and the component's own commits`() throws {
    try release()
    let folder = scratch.folder + "/folder"
    #expect(try mirror(to: folder) == ["Menu 1.0.0"])
    let server = scratch.folder + "/server"
    try scratch.git("init", "-q", "--bare", "-b", "main", "\(server)/Menu.git")
    #expect(try mirror(to: "file://" + server) == ["Menu 1.0.0"])
    let tree = try scratch.git("rev-parse", "HEAD:Components/Menu")
    try scratch.bump("Menu", "1.1.0")
    #expect(try mirror(to: folder) == ["Menu 1.1.0"])
    #expect(try mirror(to: "file://" + server) == ["Menu 1.1.0"])
    let log = try git("folder", "log", "--first-parent", "--format=%s", "main")
    #expect(log.hasPrefix("Menu 1.1.0\nMenu 1.0.0\nCook\n"), "\(log)")
    let own = try git("folder", "log", "--format=%s", "main^2")
    #expect(own.hasPrefix("Season\nCook\n"), "\(own)")
    #expect(!own.contains("Clean"))
    #expect(try git("folder", "rev-parse", "main^2^{tree}") == tree)
    let references = try git("folder", "for-each-ref")
    #expect(try git("server", "for-each-ref") == references)
    for place in ["folder", "server"] { _ = try git(place, "fsck", "--strict", "--full") }
    #expect(try mirror(to: folder) == [])

    // From another clone, without what was kept, into a new place.
    let clone = scratch.folder + "/clone"
    try scratch.git("clone", "-q", "--no-tags", ".", clone)
    #expect(
      try mirror(to: scratch.folder + "/other", from: clone) == ["Menu 1.0.0", "Menu 1.1.0"]
    )
    #expect(try git("other", "for-each-ref") == references)
  }

  @Test func `a component that moves takes its history with it`() throws {
    try release()
    let before = scratch.folder + "/before"
    _ = try mirror(to: before)
    try scratch.git("mv", "Components/Menu", "Menu")
    let manifest = try scratch.read("Registry/manifest.json")
    try scratch.write(
      manifest.replacing("Components/Menu", with: "Menu"),
      to: "Registry/manifest.json"
    )
    try scratch.commitAll("Move the menu")
    _ = try mirror(to: scratch.folder + "/after")
    #expect(try git("after", "for-each-ref") == git("before", "for-each-ref"))
  }

  /// Moves Menu between two releases.
  private func releaseAndMove() throws {
    try release()
    try scratch.git("mv", "Components/Menu", "Menu")
    let manifest = try scratch.read("Registry/manifest.json")
    try scratch.write(
      manifest.replacing("Components/Menu", with: "Menu"),
      to: "Registry/manifest.json"
    )
    try scratch.commitAll("Move the menu")
    try scratch.bump("Menu", "1.1.0")
  }

  @Test func `the history of a component that moved has what was before`() throws {
    try releaseAndMove()
    #expect(try mirror(to: scratch.folder + "/folder") == ["Menu 1.0.0", "Menu 1.1.0"])
    let own = try git("folder", "log", "--format=%s", "main^2")
    #expect(own.hasPrefix("Season\nCook\n"), "\(own)")
    _ = try git("folder", "fsck", "--strict", "--full")
    try scratch.write("// more\n", to: "Menu/Sources/Menu/More.swift")
    try scratch.commitAll("Serve more")
    try scratch.bump("Menu", "1.2.0")
    #expect(try mirror(to: scratch.folder + "/folder") == ["Menu 1.2.0"])
    let more = try git("folder", "log", "--format=%s", "main^2")
    #expect(more == "Serve more\n" + own)
    try FileManager.default.removeItem(atPath: scratch.path + "/.git/registry-cache")
    #expect(try mirror(to: scratch.folder + "/folder") == [])
  }

  @Test(arguments: [false, true])
  func `releases stay whose history ended at the move, and the next one brings the rest`(
    isRemote: Bool
  ) throws {
    try releaseAndMove()
    let folder = scratch.folder + "/folder"
    _ = try mirror(to: folder)
    // As it was mirrored before moves were followed.
    let repository = try scratch.open()
    let path = try TreePath("Menu")
    let source = try ObjectID(hex: scratch.git("rev-parse", "HEAD~"))
    let split = try SplitHistory(of: [path], from: source, in: repository)
    let alone = try #require(split.commit(of: path, at: source))
    _ = try split.write(alone, without: [], in: repository)
    try scratch.git("update-ref", "refs/split", alone.hex)
    _ = try git("folder", "fetch", "-q", scratch.path, "refs/split:refs/heads/split")
    _ = try git("folder", "branch", "-q", "-D", "split")
    let own = try git("folder", "rev-parse", "1.1.0^2")
    let commit = try git("folder", "cat-file", "commit", "1.1.0")
    let old = try scratch.git(
      ["--git-dir", "\(folder)/Menu.git", "hash-object", "-t", "commit", "-w", "--stdin"],
      input: Array((commit.replacing(own, with: alone.hex) + "\n").utf8)
    )
    #expect(old != (try git("folder", "rev-parse", "1.1.0")))
    for name in ["refs/tags/1.1.0", "refs/heads/main"] {
      _ = try git("folder", "update-ref", name, old)
    }
    _ = try git("folder", "fsck", "--strict", "--full")
    let place = isRemote ? "file://" + folder : folder
    #expect(try mirror(to: place) == [])
    try scratch.write("// more\n", to: "Menu/Sources/Menu/More.swift")
    try scratch.commitAll("Serve more")
    try scratch.bump("Menu", "1.2.0")
    #expect(try mirror(to: place) == ["Menu 1.2.0"])
    #expect(try git("folder", "rev-parse", "1.1.0", "main^1") == "\(old)\n\(old)")
    let log = try git("folder", "log", "--format=%s", "main^2")
    #expect(log.hasPrefix("Serve more\nSeason\nCook\n"), "\(log)")
    _ = try git("folder", "fsck", "--strict", "--full")
    #expect(try mirror(to: place) == [])
  }

  @Test(arguments: [false, true])
  func `a mirror without history is gone on from`(isRemote: Bool) throws {
    try scratch.makeMonorepo()
    try scratch.bump("Menu", "1.0.0")
    let folder = scratch.folder + "/folder"
    _ = try mirror(to: folder)
    let first = try git("folder", "rev-parse", "main")
    try askForHistory()
    try scratch.change("Menu", "Season")
    try scratch.bump("Menu", "1.1.0")
    #expect(try mirror(to: isRemote ? "file://" + folder : folder) == ["Menu 1.1.0"])
    #expect(try git("folder", "rev-parse", "1.0.0", "main^1") == "\(first)\n\(first)")
    #expect(try git("folder", "log", "-1", "--format=%s", "main^2") == "Season")
    _ = try git("folder", "fsck", "--strict", "--full")
  }

  @Test func `a shallow clone pushes nothing`() throws {
    try release()
    let clone = scratch.folder + "/clone"
    try scratch.git("clone", "-q", "--depth", "1", "file://\(scratch.path)", clone)
    #expect(code { _ = try mirror(to: scratch.folder + "/other", from: clone) } == "not-found")
    #expect(!FileManager.default.fileExists(atPath: scratch.folder + "/other/Menu.git"))
  }
}
