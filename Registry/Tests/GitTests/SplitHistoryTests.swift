import Base
import Git
import Foundation
import ScratchRepositories
import Testing

@Suite(.scratchRepository)
struct SplitHistoryTests {
  let scratch = Scratch.current

  private static let hasSubtree: Bool = {
    guard
      let git = try? Scratch(folder: FileManager.default.temporaryDirectory.path).run("--exec-path")
    else { return false }
    return FileManager.default.isExecutableFile(atPath: "\(git)/git-subtree")
  }()

  private func head() throws -> ObjectID {
    try ObjectID(hex: scratch.git("rev-parse", "HEAD"))
  }

  private func split(_ folders: [String], at tip: ObjectID) throws -> SplitHistory {
    try SplitHistory(of: folders.map { try TreePath($0) }, from: tip, in: scratch.open())
  }

  private func commit(_ path: String, _ message: String = "Change") throws {
    try scratch.write("\(message) \(UUID().uuidString)\n", to: path)
    try scratch.commitAll(message)
  }

  /// What git-subtree makes of a folder.
  private func subtree(_ folder: String) throws -> String {
    try scratch.git("subtree", "split", "-q", "--prefix", folder)
  }

  @Test func `a folder's commits keep what they say, and nothing but the folder`() throws {
    try commit("README", "Begin")
    try commit("a/one", "Add one\n\n  indented\n\n\nend")
    try commit("b/one", "Add another")
    try commit("a/two", "Add two")
    let head = try head()
    var parents: [String] = []
    for revision in ["HEAD~2", "HEAD"] {
      let message = try scratch.git("cat-file", "commit", revision).split(
        separator: "\n\n",
        maxSplits: 1
      )[1]
      parents = [
        try scratch.git(
          ["commit-tree", "\(revision):a"] + parents.flatMap { ["-p", $0] },
          input: Array("\(message)\n".utf8)
        )
      ]
    }
    let history = try split(["a", "b", "none"], at: head)
    let folder = try TreePath("a")
    #expect(history.commit(of: folder, at: head)?.hex == parents.first)
    let none = try history.commit(of: TreePath("none"), at: head)
    #expect(none == nil)
    let repository = try scratch.open()
    let tip = try #require(history.commit(of: folder, at: head))
    let written = try history.write(tip, without: [], in: repository)
    let parent = try scratch.git("rev-parse", "\(tip)~")
    #expect(written.commits.map(\.hex) == [parent, tip.hex])
    #expect(written.ends == [])
    let rest = try history.write(tip, without: [written.commits[0]], in: repository)
    #expect(rest.commits == [tip])
    #expect(rest.ends == [written.commits[0]])
    try scratch.git("fsck", "--strict")
  }

  @Test(.enabled(if: hasSubtree), arguments: [1, 2, 3])
  func `splitting a history with any merges gives the commits of git subtree`(seed: UInt64) throws {
    try commit("README", "Begin")
    try commit("c/deep/er/file")
    var state = seed &* 0x9E37_79B9_7F4A_7C15
    func random(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    let folders = ["a", "b", "c/deep/er"]
    var branches = ["main"]
    for step in 0..<24 {
      let branch = branches[random(branches.count)]
      try scratch.git("switch", "-q", branch)
      switch random(6) {
      case 0 where branches.count < 4:
        branches.append("branch\(step)")
        try scratch.git("switch", "-q", "-c", "branch\(step)")
        try commit("a/branch\(step)")
      case 1, 2:
        let other = branches[random(branches.count)]
        try scratch.git("merge", "-q", "--no-ff", "--no-edit", "-m", "Merge \(step)", other)
      case 3: try commit("other\(step)")
      default: try commit("\(folders[random(3)])/file\(step)", "Step \(step)")
      }
    }
    try scratch.git("switch", "-q", "main")
    try scratch.git(["merge", "-q", "--no-edit", "-m", "All"] + branches.dropFirst())
    let head = try head()
    let history = try split(folders, at: head)
    for folder in folders where try !scratch.git("ls-tree", "HEAD", folder).isEmpty {
      let commit = try history.commit(of: TreePath(folder), at: head)?.hex
      let expected = try subtree(folder)
      #expect(commit == expected, "\(folder)")
    }
  }

  @Test func `a folder that is back goes on from its own past`() throws {
    try commit("a/one")
    try commit("b/one")
    let before = try head()
    try scratch.git("rm", "-q", "-r", "a")
    try scratch.commitAll("Remove")
    try commit("a/two", "Bring back")
    let head = try head()
    let history = try split(["a"], at: head)
    let folder = try TreePath("a")
    let tip = try #require(history.commit(of: folder, at: head))
    let repository = try scratch.open()
    _ = try history.write(tip, without: [], in: repository)
    let parents = try repository.commit(tip).parents
    #expect(parents == [history.commit(of: folder, at: before)])
  }

  @Test func `a folder that moved goes on from where it was, and its place begins with the move`()
    throws
  {
    try commit("a/one")
    try commit("a/two")
    let before = try head()
    try scratch.git("mv", "a", "b")
    try scratch.commitAll("Move")
    try commit("b/three")
    let after = try head()
    let (from, to) = (try TreePath("a"), try TreePath("b"))
    let repository = try scratch.open()
    let record = FolderRecord(in: try TreePath("place"), of: try TreePath("one")) { _, _ in nil }
    var graph = CommitGraph()
    let moves = try repository.moves(
      of: [PathQuery(following: to, record: record)],
      from: after,
      graph: &graph
    )
    let history = try SplitHistory(
      of: [from, to],
      following: moves,
      from: after,
      in: repository
    )
    let tip = try #require(history.commit(of: to, at: after))
    _ = try history.write(tip, without: [], in: repository)
    let subjects = try scratch.git("log", "--format=%s", tip.hex)
    // The move itself changed nothing of the folder.
    #expect(subjects == "Change\nChange\nChange")
    let then = try #require(history.commit(of: from, at: before))
    #expect(try scratch.git("rev-parse", "\(tip)~") == then.hex)
    // The commits of the place alone are those from before moves were followed.
    let place = try split(["b"], at: after).commit(of: to, at: after)
    #expect(history.commit(ofPlace: to, at: after) == place)
    #expect(history.commit(ofPlace: from, at: before) == then)
  }

  @Test func `a shallow clone is refused, since its history has no beginning`() throws {
    try commit("a/one")
    try commit("a/two")
    let head = try head()
    let clone = scratch.folder + "/clone"
    try scratch.git("clone", "-q", "--depth", "1", "file://\(scratch.path)", clone)
    let error = #expect(throws: OperationError.self) {
      try SplitHistory(of: [TreePath("a")], from: head, in: Repository.open(at: clone))
    }
    #expect(error?.help?.contains("git fetch --unshallow") == true)
  }
}

extension Scratch {
  /// What the git program says of itself.
  fileprivate func run(_ argument: String) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["git", argument]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let printed = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: printed, as: UTF8.self)
      .trimmingCharacters(in: CharacterSet(charactersIn: "\n"))
  }
}
