import Foundation
import Git
import ScratchRepositories
import Testing

@Suite(.scratchRepository)
struct PackTests {
  let scratch = Scratch.current

  private func packs(in path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path + "/objects/pack")
      .filter { $0.hasSuffix(".pack") }
  }

  /// A commit without a parent, of one file.
  private func commit(
    _ content: String,
    in repository: borrowing Repository
  ) throws -> ObjectID {
    let blob = try repository.writeBlob(Array(content.utf8))
    let by = try Signature(name: "Ada", email: "ada@example.com", time: GitTime(seconds: 0))
    return try repository.writeCommit(
      tree: repository.edit(.emptyTree, [(TreePath("a"), .put(blob, .file))]),
      parents: [],
      author: by,
      committer: by,
      message: "\(content)\n"
    )
  }

  /// A monorepo has as many tags as releases, and a pack is made of one component.
  @Test func `packing looks at no tags of the repository that the objects are in`() throws {
    let repository = try scratch.open()
    let commit = try commit("one", in: repository)
    try scratch.write("ref: refs/tags/none\n", to: ".git/refs/tags/broken")
    let other = try Repository.create(at: scratch.folder + "/other", isBare: true)
    _ = try repository.pack([commit], into: other)
    #expect(try Repository.open(at: scratch.folder + "/other").contains(commit))
  }

  @Test func `objects stored in memory are readable and never written to disk`() throws {
    let repository = try scratch.open()
    let old = try repository.writeBlob([0])
    try repository.storeInMemory()
    let new = try repository.writeBlob([1])
    #expect(try repository.blob(old) == [0])
    #expect(try repository.blob(new) == [1])
    #expect(try scratch.open().contains(old))
    #expect(try scratch.open().contains(new) == false)
  }

  @Test func `a pack brings what the other repository lacks and nothing else`() throws {
    let place = scratch.folder + "/other"
    let repository = try scratch.open()
    try repository.storeInMemory()
    _ = try Repository.create(at: place, isBare: true)
    let first = try commit("one", in: repository)
    _ = try repository.pack([first], into: Repository.open(at: place))
    try Repository.open(at: place).updateReference(
      "refs/heads/main",
      to: first,
      expecting: nil,
      reason: "test"
    )
    #expect(try packs(in: place).count == 1)
    _ = try repository.pack([first], into: Repository.open(at: place))
    #expect(try packs(in: place).count == 1)
    // The same tree again: all that is new is the commit.
    let by = try Signature(name: "Ada", email: "ada@example.com", time: GitTime(seconds: 1))
    let second = try repository.writeCommit(
      tree: repository.commit(first).tree,
      parents: [],
      author: by,
      committer: by,
      message: "two\n"
    )
    _ = try repository.pack([second], into: Repository.open(at: place))
    #expect(try packs(in: place).count == 2)
    #expect(try scratch.git("--git-dir", place, "count-objects", "-v").contains("in-pack: 4\n"))
    try scratch.git("--git-dir", place, "fsck", "--strict")
  }
}
