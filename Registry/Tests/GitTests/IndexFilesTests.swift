import Files
import Foundation
import GitValues
@testable import Git
import ScratchRepositories
import Testing

/// What the stamps in the index prove of the working files.
@Suite(.scratchRepository)
struct IndexFilesTests {
  let scratch = Scratch.current

  private static let files = ["A/b", "A/c/d", "A/c/run", "A/c-d/e", "A/empty", "B/f", "a"]

  private func path(_ file: String) -> String { "\(scratch.path)/\(file)" }

  /// Commits the files and has git look at them when they are older than its index.
  private func commitSettled(version: String = "2") throws {
    try scratch.git("config", "index.version", version)
    for file in Self.files { try scratch.write(file == "A/empty" ? "" : file, to: file) }
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755],
      ofItemAtPath: path("A/c/run")
    )
    try FileManager.default.createSymbolicLink(
      atPath: path("A/link"),
      withDestinationPath: "c"
    )
    try settle()
    try scratch.commitAll()
  }

  /// Makes the files older than the index will be.
  private func settle() throws {
    for file in Self.files where FileManager.default.fileExists(atPath: path(file)) {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000)],
        ofItemAtPath: path(file)
      )
    }
    var old = [
      timeval(tv_sec: 1_700_000_000, tv_usec: 0), timeval(tv_sec: 1_700_000_000, tv_usec: 0),
    ]
    lutimes(path("A/link"), &old)
    try scratch.git("update-index", "-q", "--refresh")
  }

  private func areUnchanged(_ folder: String, before written: Int? = nil) throws -> Bool {
    let (facts, index) = try #require(try LocalFile.readWithFacts(path(".git/index")))
    let files = IndexFiles(index, written: written ?? facts.stamp.modified)
    return try files?.areUnchanged(at: TreePath(folder), in: scratch.path) ?? false
  }

  @Test(arguments: ["2", "4"])
  func `files as git looked at them are proved, in each version of the index`(
    version: String
  ) throws {
    try commitSettled(version: version)
    for folder in ["", "A", "A/c", "A/c-d", "B"] {
      #expect(try areUnchanged(folder), "\(folder)")
    }
    // Of which git knows nothing, or no folder.
    for folder in ["C", "A/c-", "A/b", "A/link"] {
      #expect(try !areUnchanged(folder), "\(folder)")
    }
    #expect(try scratch.open().status() == [])
  }

  @Test func `what is as old as the index proves nothing`() throws {
    try commitSettled()
    #expect(try !areUnchanged("A", before: 1_700_000_000_000_000_000))
    #expect(try areUnchanged("A", before: 1_700_000_000_000_000_001))
  }

  enum Change: String, CaseIterable {
    case sameSizeAndTime, longer, removed, executable, link, folderLink, new, newFolder, nested
    case assumed, skipped, staged
  }

  @Test(arguments: Change.allCases)
  func `a change takes the proof, whatever it is`(change: Change) throws {
    try commitSettled()
    let manager = FileManager.default
    switch change {
    case .sameSizeAndTime:
      try scratch.write("A/c/D", to: "A/c/d")
      try manager.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000)],
        ofItemAtPath: path("A/c/d")
      )
    case .longer: try scratch.write("A/c/d and more", to: "A/c/d")
    case .removed: try manager.removeItem(atPath: path("A/c/d"))
    case .executable:
      try manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path("A/c/d"))
    case .link:
      try manager.removeItem(atPath: path("A/c/d"))
      try manager.createSymbolicLink(atPath: path("A/c/d"), withDestinationPath: "run")
    case .folderLink:
      try manager.moveItem(atPath: path("A/c"), toPath: path("elsewhere"))
      try manager.createSymbolicLink(atPath: path("A/c"), withDestinationPath: "../elsewhere")
    case .new: try scratch.write("1", to: "A/c/new")
    case .newFolder:
      try manager.createDirectory(atPath: path("A/c/new"), withIntermediateDirectories: false)
    case .nested: try scratch.write("1", to: "A/c/.git/HEAD")
    case .assumed: try scratch.git("update-index", "--assume-unchanged", "A/c/d")
    case .skipped: try scratch.git("update-index", "--skip-worktree", "A/c/d")
    case .staged: try scratch.git("update-index", "--force-remove", "A/c/d")
    }
    #expect(try !areUnchanged("A/c"))
    #expect(try !areUnchanged("A"))
    #expect(try areUnchanged("B"))
    let repository = try scratch.open()
    let paths = try ["A", "B"].map { try TreePath($0) }
    #expect(try repository.status(of: paths) == repository.fullStatus(of: paths))
  }

  @Test func `an index that is cut off is read not at all, and one that needs others neither`()
    throws
  {
    try commitSettled()
    let (facts, index) = try #require(try LocalFile.readWithFacts(path(".git/index")))
    let whole = try #require(IndexFiles(index, written: facts.stamp.modified))
    for length in index.indices {
      let files = IndexFiles(Array(index[..<length]), written: facts.stamp.modified)
      #expect(files.map { $0.entries.count == whole.entries.count } ?? true)
    }
    try scratch.git("update-index", "--split-index")
    #expect(try !areUnchanged("A"))
  }

  @Test(arguments: 1...6)
  func `status is what the library finds, with files that are older than the index`(
    seed: Int
  ) throws {
    var numbers = seed
    func next(_ count: Int) -> Int {
      numbers = (numbers &* 1_103_515_245 &+ 12_345) & 0x7FFF_FFFF
      return (numbers >> 8) % count
    }
    try commitSettled()
    for step in 1...12 {
      let file = Self.files[next(Self.files.count)]
      switch next(7) {
      case 0, 1: try scratch.write("\(next(3))", to: file)
      case 2: try scratch.git("add", "--all", String(file.split(separator: "/")[0]))
      case 3: try scratch.git("commit", "-q", "--allow-empty", "-m", "\(step)")
      case 4 where FileManager.default.fileExists(atPath: path(file)):
        try FileManager.default.removeItem(atPath: path(file))
      case 5: try settle()
      default: try scratch.write("new", to: "\(file)-\(next(2))/new")
      }
      let repository = try scratch.open()
      for paths in [[TreePath.root], try ["A/c", "A/c-d", "B"].map { try TreePath($0) }] {
        #expect(try repository.status(of: paths) == repository.fullStatus(of: paths))
      }
    }
  }
}
