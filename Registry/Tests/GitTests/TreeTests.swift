import Base
import Git
import Foundation
import ScratchRepositories
import Testing

@Suite(.scratchRepository)
struct TreeTests {
  let scratch = Scratch.current

  @Test func `a blob reads back, with its size known before`() throws {
    let repository = try scratch.open()
    let id = try repository.writeBlob([0, 255, 10])
    #expect(try repository.blob(id) == [0, 255, 10])
    #expect(try repository.header(of: id)?.kind == .blob)
    #expect(try repository.header(of: id)?.size == 3)
    #expect(try repository.blob(repository.writeBlob([])) == [])
    #expect([id, .zero].map { repository.contains($0) } == [true, false])
    #expect(try repository.header(of: .zero) == nil)
  }

  @Test func `an object of another kind is named as what it is`() throws {
    let repository = try scratch.open()
    let id = try repository.writeBlob([])
    #expect(
      throws: OperationError(.wrongKind, "object '\(id)' is a blob, expected a tree")
    ) { try repository.entries(of: id) }
    #expect(
      throws: OperationError(.notFound, "the repository has no blob '\(ObjectID.zero)'")
    ) { try repository.blob(.zero) }
  }

  @Test func `an object whose bytes are not those of its name is refused`() throws {
    let repository = try scratch.open()
    let files = try ([[1], [2]] as [[UInt8]]).map { content in
      let hex = try repository.writeBlob(content).hex
      return scratch.path + "/.git/objects/\(hex.prefix(2))/\(hex.dropFirst(2))"
    }
    try FileManager.default.removeItem(atPath: files[0])
    try FileManager.default.copyItem(atPath: files[1], toPath: files[0])
    let id = Repository.blobID(of: [1])
    #expect(code { _ = try scratch.open().blob(id) } == .corrupt)
  }

  @Test func `an edited tree is the one that git itself writes`() throws {
    let repository = try scratch.open()
    for file in ["a/b/c", "a/b-c", "a.b", "a0", "z/z"] { try scratch.write(file, to: file) }
    let base = try repository.commit(scratch.commitAll()).tree
    let one = try repository.writeBlob([1])
    let edited = try repository.edit(
      base,
      [
        (TreePath("a/b/c"), .put(one, .executable)), (TreePath("new/deep/er"), .put(one, .link)),
        (TreePath("z/z"), .remove), (TreePath("a0"), .put(base, .tree)),
      ]
    )
    try scratch.git("read-tree", base.hex)
    for (mode, path) in [("100755", "a/b/c"), ("120000", "new/deep/er")] {
      try scratch.git("update-index", "--add", "--cacheinfo", "\(mode),\(one),\(path)")
    }
    try scratch.git("rm", "-q", "--cached", "z/z", "a0")
    try scratch.git("read-tree", "--prefix=a0/", base.hex)
    #expect(try edited.hex == scratch.git("write-tree"))
  }

  @Test func `a tree that loses its last file is empty`() throws {
    let repository = try scratch.open()
    let tree = try repository.commit(repository.commit(["a/b/c": "1"])).tree
    #expect(try repository.edit(tree, [(TreePath("a/b/c"), .remove)]) == .emptyTree)
    #expect(try repository.entries(of: .emptyTree) == [])
  }

  @Test func `an edit that means nothing is refused`() throws {
    let repository = try scratch.open()
    let tree = try repository.commit(repository.commit(["a/b": "1"])).tree
    let put = TreeEdit.put(try repository.writeBlob([]), .file)
    let edits: [([String], OperationError.Code)] = [
      (["x", "x"], .invalid), (["x", "x/y"], .invalid), (["x/y", "x"], .invalid),
      ([""], .invalid), (["a/b/c"], .wrongKind),
    ]
    for (paths, expected) in edits {
      let edits = try paths.map { (path: try TreePath($0), edit: put) }
      #expect(code { _ = try repository.edit(tree, edits) } == expected, "\(paths)")
    }
    #expect(code { _ = try repository.edit(tree, [(TreePath("c/d"), .remove)]) } == .notFound)
  }

  @Test func `an object that does not exist cannot be put into a tree`() throws {
    let repository = try scratch.open()
    #expect(throws: OperationError.self) {
      try repository.edit(.emptyTree, [(TreePath("a"), .put(.zero, .file))])
    }
  }

  @Test func `an entry is found by its path`() throws {
    let repository = try scratch.open()
    let commit = try repository.commit(["a/b/c": "1", "a/d": "2"])
    let tree = try repository.commit(commit).tree
    let content = try repository.writeBlob(Array("1".utf8))
    #expect(
      try repository.entry(at: TreePath("a/b/c"), in: tree)
        == TreeEntry(name: "c", mode: .file, id: content)
    )
    #expect(try repository.entry(at: TreePath("a/b/x"), in: tree) == nil)
    #expect(try repository.entry(at: TreePath("a/d/x"), in: tree) == nil)
    #expect(try repository.entry(at: .root, in: tree)?.id == tree)
    #expect(
      try repository.tree(at: TreePath("a/b"), in: tree)?.hex
        == scratch.git("rev-parse", "\(commit):a/b")
    )
    #expect(try repository.tree(at: TreePath("a/d"), in: tree) == nil)
  }

  @Test func `changes between two trees are those that git lists`() throws {
    let repository = try scratch.open()
    let old = try repository.commit([
      "same/x": "1", "changed/x": "1", "removed/x": "1", "kind": "1", "a.b": "1", "a/b": "1",
    ])
    let new = try repository.commit([
      "same/x": "1", "changed/x": "2", "added/x": "1", "kind/x": "1", "a.b": "1", "a0/b": "1",
    ])
    let changes = try repository.changes(
      from: repository.commit(old).tree,
      to: repository.commit(new).tree
    )
    let lines = changes.map { change in
      "\(change.old == nil ? "A" : change.new == nil ? "D" : "M")\t\(change.path)"
    }
    let listed = try scratch.git(
      "diff-tree",
      "-r",
      "--no-renames",
      "--name-status",
      old.hex,
      new.hex
    )
    #expect(
      lines.sorted().joined(separator: "\n")
        == listed.split(separator: "\n").sorted().joined(separator: "\n")
    )
    #expect(try repository.changes(from: nil, to: repository.commit(old).tree).count == 6)
  }
}
