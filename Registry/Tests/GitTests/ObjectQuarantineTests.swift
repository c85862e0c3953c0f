import Errors
import Foundation
import GitValues
import ScratchRepositories
import Testing

@testable import Git

@Suite(.scratchRepository)
struct ObjectQuarantineTests {
  let scratch = Scratch.current

  private func temporaryDirectories() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: scratch.path + "/.git/objects")
      .filter { $0.hasPrefix("tmp_") }
  }

  @Test func `an object is everybody's only once it is released`() throws {
    let repository = try scratch.open()
    let old = try repository.writeBlob([0])
    let quarantine = try ObjectQuarantine(in: repository)
    let new = try quarantine.collect {
      // One that is there already is not stored twice.
      try #expect(repository.writeBlob([0]) == old)
      return try repository.writeBlob([1])
    }
    #expect(try repository.blob(new) == [1])
    #expect(try scratch.open().contains(new) == false)
    #expect(try quarantine.release(in: repository) == [new])
    #expect(try scratch.open().blob(new) == [1])
    #expect(try repository.blob(new) == [1])
    #expect(try temporaryDirectories() == [])
    try scratch.git("fsck", "--strict")
  }

  /// Whatever keeps one object from its place, none that leads to it is there.
  @Test(arguments: 0..<5)
  func `objects get their names after all that they refer to`(blocked: Int) throws {
    let repository = try scratch.open()
    let quarantine = try ObjectQuarantine(in: repository)
    let ids = try quarantine.collect {
      let blob = try repository.writeBlob(Array("content".utf8))
      let inner = try repository.edit(.emptyTree, [(TreePath("c"), .put(blob, .file))])
      let middle = try repository.edit(.emptyTree, [(TreePath("b"), .put(inner, .tree))])
      let outer = try repository.edit(.emptyTree, [(TreePath("a"), .put(middle, .tree))])
      let ada = try Signature(name: "Ada", email: "a@b.c", time: GitTime(seconds: 0, offset: 0))
      let text = try repository.commitText(
        tree: outer,
        parents: [],
        author: ada,
        committer: ada,
        message: "Add it"
      )
      return [blob, inner, middle, outer, try repository.write(text, signature: nil)]
    }
    let folders = ids.map { "\(scratch.path)/.git/objects/\($0.hex.prefix(2))" }
    try #require(Set(folders).count == 5)
    try Data().write(to: URL(filePath: folders[blocked]))
    var failure: OperationError.Code?
    do throws(OperationError) {
      _ = try quarantine.release(in: repository)
    } catch {
      failure = error.code
    }
    #expect(failure == .inputOutput)
    let there = folders.map { FileManager.default.fileExists(atPath: $0) }
    #expect(there == (0..<5).map { $0 <= blocked })
  }

  @Test func `what is not released is gone, and what comes later is stored as ever`() throws {
    let repository = try scratch.open()
    var dropped = ObjectID.zero
    do {
      let quarantine = try ObjectQuarantine(in: repository)
      dropped = try quarantine.collect { try repository.writeBlob([1]) }
    }
    #expect(try scratch.open().contains(dropped) == false)
    #expect(try temporaryDirectories() == [])
    let later = try repository.writeBlob([2])
    #expect(try scratch.open().blob(later) == [2])
  }

  @Test func `many quarantines leave no more places to look for objects in than one`() throws {
    let repository = try scratch.open()
    var places: Set<Int> = []
    for byte in UInt8(0)..<5 {
      let quarantine = try ObjectQuarantine(in: repository)
      let new = try quarantine.collect { try repository.writeBlob([byte]) }
      #expect(try quarantine.release(in: repository) == [new])
      #expect(try scratch.open().blob(new) == [byte])
      places.insert(ObjectQuarantine.places(in: repository))
    }
    #expect(places.count == 1)
  }

  @Test func `what a killed run left is removed, by git too`() throws {
    let left = scratch.path + "/.git/objects/tmp_objdir-registry"
    func leave() throws {
      try FileManager.default.createDirectory(
        atPath: left + "/ab",
        withIntermediateDirectories: true
      )
      for name in ["ab/cd", "tmp_object_git2_1"] {
        try Data([1]).write(to: URL(filePath: "\(left)/\(name)"))
      }
    }
    try leave()
    #expect(code { _ = try ObjectQuarantine(in: scratch.open()) } == .inputOutput)
    try ObjectQuarantine.removeAbandoned(in: scratch.open())
    #expect(try temporaryDirectories() == [])
    try leave()
    try scratch.git("prune", "--expire=now")
    #expect(try temporaryDirectories() == [])
  }
}
