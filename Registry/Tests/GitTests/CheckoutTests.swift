import Foundation
import Git
import GitValues
import ScratchRepositories
import Testing

@Suite(.scratchRepository)
struct CheckoutTests {
  let scratch = Scratch.current
  var target: String { scratch.folder + "/target" }

  private func mode(of path: String) throws -> Int {
    let facts = try FileManager.default.attributesOfItem(atPath: "\(target)/\(path)")
    return try #require(facts[.posixPermissions] as? Int)
  }

  private func write(_ tree: ObjectID) throws {
    let repository = try scratch.open()
    _ = try repository.write(repository.listing(of: tree), into: target) { _, _ in () }
  }

  @Test func `a tree is written as it is stored`() throws {
    let repository = try scratch.open()
    let content = try repository.writeBlob(Array("a\r\n$Id$\n".utf8))
    let attributes = try repository.writeBlob(Array("* text ident\n".utf8))
    let link = try repository.writeBlob(Array("b/run".utf8))
    let tree = try repository.edit(
      .emptyTree,
      [
        (TreePath(".gitattributes"), .put(attributes, .file)),
        (TreePath("a"), .put(content, .file)),
        (TreePath("b/run"), .put(content, .executable)), (TreePath("b.c"), .put(link, .link)),
      ]
    )
    let listing = try repository.listing(of: tree)
    try write(tree)
    #expect(try String(contentsOfFile: target + "/a", encoding: .utf8) == "a\r\n$Id$\n")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: target + "/b.c") == "b/run")
    #expect(try [mode(of: "a"), mode(of: "b"), mode(of: "b/run")] == [0o644, 0o755, 0o755])
    #expect(
      try FileManager.default.subpathsOfDirectory(atPath: target).sorted()
        == [".gitattributes", "a", "b", "b.c", "b/run"]
    )
    #expect(Set(listing.trees).count == 2)
  }

  @Test func `what is there already is not overwritten`() throws {
    let repository = try scratch.open()
    let tree = try repository.commit(repository.commit(["a/b": "new"])).tree
    try FileManager.default.createDirectory(
      atPath: target + "/a",
      withIntermediateDirectories: true
    )
    try Data("old".utf8).write(to: URL(filePath: target + "/a/b"))
    #expect(code { try write(tree) } == .inputOutput)
    #expect(try String(contentsOfFile: target + "/a/b", encoding: .utf8) == "old")
  }

  @Test func `a link in the way is not followed`() throws {
    let repository = try scratch.open()
    let tree = try repository.commit(repository.commit(["a/b": "new"])).tree
    let outside = scratch.folder + "/outside"
    for folder in [outside, target] {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }
    try FileManager.default.createSymbolicLink(
      atPath: target + "/a",
      withDestinationPath: outside
    )
    #expect(code { try write(tree) } == .inputOutput)
    #expect(try FileManager.default.contentsOfDirectory(atPath: outside) == [])
  }

  /// One processor writes a few, all of them write many; a share of theirs begins and ends anywhere.
  @Test(arguments: [6, 1_100])
  func `notes come in the order of the files`(count: Int) throws {
    let repository = try scratch.open()
    let content = try repository.writeBlob(Array("a\n".utf8))
    let places = ["", "b/", "b/d/", "h/i/"]
    let files = (0..<count).map { "\(places[$0 % places.count])\($0)" }
    let tree = try repository.edit(
      .emptyTree,
      files.map { (try TreePath($0), .put(content, .file)) }
    )
    let listing = try repository.listing(of: tree)
    let names = try repository.write(listing, into: target) { _, name in name }
    #expect(names == listing.items.map { String($0.path.name) })
    for file in files {
      #expect(try String(contentsOfFile: "\(target)/\(file)", encoding: .utf8) == "a\n")
    }
  }

  @Test func `what one processor cannot write is told`() throws {
    let repository = try scratch.open()
    let content = try repository.writeBlob(Array("a\n".utf8))
    let files = (0..<1_100).map { "\($0)" }
    let tree = try repository.edit(
      .emptyTree,
      files.map { (try TreePath($0), .put(content, .file)) }
    )
    try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: false)
    try Data().write(to: URL(filePath: "\(target)/700"))
    #expect(code { try write(tree) } == .inputOutput)
  }
}
