import Files
import Foundation
import GitValues
@testable import Git
import ScratchRepositories
import Testing

@Suite(.scratchRepository)
struct IndexTreesTests {
  let scratch = Scratch.current

  private func index() throws -> [UInt8] {
    try #require(try LocalFile.read(scratch.path + "/.git/index"))
  }

  /// The trees of the newest commit by path, as the git program lists them.
  private func committedTrees() throws -> [String: ObjectID] {
    var trees = ["": try ObjectID(hex: scratch.git("rev-parse", "HEAD^{tree}"))]
    for line in try scratch.git("ls-tree", "-r", "-d", "HEAD").split(separator: "\n") {
      let parts = line.split(separator: "\t")
      trees[String(parts[1])] = try ObjectID(hex: parts[0].suffix(40))
    }
    return trees
  }

  @Test(arguments: ["2", "4"])
  func `all trees of a commit are remembered, in each version of the index`(version: String) throws
  {
    try scratch.git("config", "index.version", version)
    for file in ["a", "A/b", "A/c/d", "A/c/e", "A/f/g", "B/h", "link/i"] {
      try scratch.write(file, to: file)
    }
    try scratch.commitAll()
    #expect(try IndexTrees(index())?.byPath == committedTrees())
  }

  @Test func `what is staged takes its folders out`() throws {
    for file in ["a", "A/b", "A/c/d", "A/e/f", "B/g"] { try scratch.write(file, to: file) }
    try scratch.commitAll()
    var expected = try committedTrees()
    try scratch.write("2", to: "A/c/d")
    try scratch.git("add", "A/c/d")
    for path in ["", "A", "A/c"] { expected[path] = nil }
    #expect(try IndexTrees(index())?.byPath == expected)
  }

  @Test func `an index with long entries is read, and one that is cut off is not`() throws {
    for file in ["a", "A/b", "A/c/d"] { try scratch.write(file, to: file) }
    try scratch.commitAll()
    // Makes it an index of version 3.
    try scratch.git("update-index", "--skip-worktree", "A/b")
    try scratch.git("commit", "-q", "--allow-empty", "-m", "Again")
    let bytes = try index()
    #expect(bytes[7] == 3)
    #expect(try IndexTrees(bytes)?.byPath == committedTrees())
    for length in bytes.indices {
      #expect(IndexTrees(Array(bytes[..<length]))?.byPath["A/c"] == nil)
    }
  }

  @Test(arguments: 1...8)
  func `status is what a look at all trees finds`(seed: Int) throws {
    var numbers = seed
    func next(_ count: Int) -> Int {
      numbers = (numbers &* 1_103_515_245 &+ 12_345) & 0x7FFF_FFFF
      return (numbers >> 8) % count
    }
    let files = ["a", "A/b", "A/c/d", "A/c/e", "B/f", "B/g/h", "C/i"]
    for file in files { try scratch.write("0", to: file) }
    try scratch.commitAll()
    for step in 1...12 {
      let file = files[next(files.count)]
      let exists = FileManager.default.fileExists(atPath: "\(scratch.path)/\(file)")
      switch next(6) {
      case 0, 1: try scratch.write("\(next(3))", to: file)
      case 2: try scratch.git("add", "--all", String(file.split(separator: "/")[0]))
      case 3: try scratch.git("commit", "-q", "--allow-empty", "-m", "\(step)")
      case 4 where exists: try FileManager.default.removeItem(atPath: "\(scratch.path)/\(file)")
      default: try scratch.write("new", to: "\(file)-\(next(2))/new")
      }
      let repository = try scratch.open()
      for paths in [[TreePath.root], try ["A", "B", "A/c", "C/i"].map { try TreePath($0) }] {
        let found = try repository.status(of: paths)
        #expect(try found == repository.fullStatus(of: paths))
      }
    }
  }
}
