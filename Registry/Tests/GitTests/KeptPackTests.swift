import Base
import Git
import Foundation
import ScratchRepositories
import Testing

@Suite(.scratchRepository)
struct KeptPackTests {
  let scratch = Scratch.current

  private func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "\(scratch.path)/.git/objects/\(folder)")
      .sorted()
  }

  private struct NoPack: Error {}

  private func pack(_ id: ObjectID, of repository: borrowing Repository) throws -> KeptPack {
    guard let pack = try repository.keptPack(of: [id]) else { throw NoPack() }
    return pack
  }

  /// What git takes away that nothing leads to, at any moment.
  private func prune() throws { try scratch.git("gc", "-q", "--prune=now") }

  @Test func `the objects of a pack are everybody's once it is in place`() throws {
    let repository = try scratch.open()
    try repository.storeInMemory()
    let id = try repository.writeBlob([1])
    var pack = try self.pack(id, of: repository)
    #expect(try scratch.open().contains(id) == false)
    #expect(try names(in: "pack") == [])
    try pack.moveIntoPlace()
    #expect(try scratch.open().blob(id) == [1])
    #expect(try names(in: "").contains("registry-pack") == false)
    try repository.forgetMemory()
    #expect(try repository.blob(id) == [1])
    try pack.release()
    try scratch.git("fsck", "--strict")
  }

  @Test func `no gc removes a pack before it is released`() throws {
    let repository = try scratch.open()
    try repository.storeInMemory()
    let id = try repository.writeBlob([1])
    var pack = try self.pack(id, of: repository)
    try prune()
    try pack.moveIntoPlace()
    try prune()
    #expect(try scratch.open().contains(id))
    try pack.release()
    #expect(try names(in: "pack").filter { $0.hasSuffix(".keep") } == [])
    try prune()
    #expect(try scratch.open().contains(id) == false)
  }

  @Test func `objects that are on the disk already are packed, too`() throws {
    let repository = try scratch.open()
    let old = try repository.writeBlob([0])
    try repository.storeInMemory()
    #expect(try repository.writeBlob([0]) == old)
    var pack = try self.pack(old, of: repository)
    try pack.moveIntoPlace()
    try prune()
    #expect(try scratch.open().blob(old) == [0])
    try pack.release()
  }

  /// A gc that has found the earlier one to be removed would remove the later one by its name.
  @Test func `a pack of the same objects has another name`() throws {
    let repository = try scratch.open()
    let id = try repository.writeBlob([1])
    for _ in 0..<2 {
      var pack = try self.pack(id, of: repository)
      try pack.store()
      try pack.release()
    }
    #expect(try names(in: "pack").count { $0.hasSuffix(".pack") } == 2)
    #expect(try repository.unkeptPackCount() == 2)
    try scratch.git("fsck", "--strict")
  }

  @Test func `packing no objects makes no pack`() throws {
    let repository = try scratch.open()
    for ids in [[], [ObjectID.emptyTree]] {
      let isMade = try repository.keptPack(of: ids) != nil
      #expect(!isMade)
    }
  }

  @Test func `a pack that is dropped leaves nothing that keeps it`() throws {
    let repository = try scratch.open()
    let id = try repository.writeBlob([1])
    do { _ = try repository.keptPack(of: [id]) }
    #expect(try names(in: "").contains("registry-pack") == false)
    do {
      var pack = try self.pack(id, of: repository)
      try pack.moveIntoPlace()
    }
    #expect(try names(in: "pack").filter { $0.hasSuffix(".keep") } == [])
  }

  @Test func `removing abandoned packs takes what a killed run left, and nothing of others`() throws
  {
    let repository = try scratch.open()
    let id = try repository.writeBlob([1])
    var pack = try self.pack(id, of: repository)
    try pack.moveIntoPlace()
    pack.leave()
    try scratch.write("fetch-pack 1 on here\n", to: ".git/objects/pack/pack-1.keep")
    try scratch.write("1", to: ".git/objects/registry-pack/pack_git2_1")
    let before = try names(in: "pack")
    #expect(before.count { $0.hasSuffix(".keep") } == 2)
    try repository.removeAbandonedPacks()
    #expect(try names(in: "").contains("registry-pack") == false)
    let after = try names(in: "pack")
    #expect(after.filter { $0.hasSuffix(".keep") } == ["pack-1.keep"])
    #expect(after.count == before.count - 1)
  }
}
