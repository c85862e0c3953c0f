import Foundation
import Git
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
    try repository.write(listing, into: target)
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
    #expect(
      code { try repository.write(repository.listing(of: tree), into: target) } == .inputOutput
    )
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
    #expect(
      code { try repository.write(repository.listing(of: tree), into: target) } == .inputOutput
    )
    #expect(try FileManager.default.contentsOfDirectory(atPath: outside) == [])
  }

  @Test(arguments: [1, 2, 3, 7])
  func `a tree is written in any number of parts`(count: Int) throws {
    let repository = try scratch.open()
    let files = ["a", "b/c", "b/d/e", "b/d/f", "b/g", "h/i"]
    let tree = try repository.edit(
      .emptyTree,
      files.map {
        (try TreePath($0), .put(try repository.writeBlob(Array($0.utf8)), .file))
      }
    )
    for part in try repository.listing(of: tree).split(into: count) {
      try repository.write(part, into: target)
    }
    for file in files {
      #expect(try String(contentsOfFile: "\(target)/\(file)", encoding: .utf8) == file)
    }
  }
}
