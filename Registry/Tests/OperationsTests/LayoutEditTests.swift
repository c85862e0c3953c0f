import Apps
import Base
import Git
import Model
import Foundation
import ScratchMonorepos
import ScratchRepositories
import Testing

/// What a person makes of the laid-out files.
@Suite(.scratchRepository)
struct LayoutEditTests {
  @Test func `sync reports edits if the tree of an interrupted run is missing`() throws {
    let scratch = Scratch.current
    try scratch.makeApp()
    let result = try scratch.sync()
    try scratch.write(String(repeating: "1", count: 40) + "\n", to: ".registry/app/layout.pending")
    #expect(code { try scratch.sync() } == "edited-tree")
    #expect(try scratch.sync(discardsEdits: true).pinned.tree == result.pinned.tree)
    #expect(try scratch.laidOut() == scratch.stored(result.pinned.tree))
  }

  @Test func `a change in the laid-out tree is noticed, and overwritten only when asked for`()
    throws
  {
    let scratch = Scratch.current
    try scratch.makeApp()
    try scratch.sync()
    try scratch.write("// mine\n", to: "\(scratch.layout)/Sources/app/App.swift")
    #expect(code { try scratch.sync() } == "edited-tree")
    #expect(try scratch.read("\(scratch.layout)/Sources/app/App.swift") == "// mine\n")
    try scratch.write("// newer\n", to: "Sources/app/App.swift")
    try scratch.commitAll("Go on")
    #expect(code { try scratch.sync() } == "edited-tree")
    #expect(try scratch.read("\(scratch.layout)/Sources/app/App.swift") == "// mine\n")
    let result = try scratch.sync(discardsEdits: true)
    #expect(try scratch.laidOut() == scratch.stored(result.pinned.tree))
    // What is missing is put back, and what nobody laid out stays.
    try FileManager.default.removeItem(
      atPath: "\(scratch.path)/\(scratch.layout)/Sources/app/App.swift"
    )
    try scratch.write("mine\n", to: "\(scratch.layout)/notes")
    #expect(try scratch.sync().written == 1)
    #expect(try scratch.read("\(scratch.layout)/notes") == "mine\n")
  }

  @Test func `sync takes no file of the package manager for an edit`() throws {
    let scratch = Scratch.current
    try scratch.makeApp()
    try scratch.write("{}\n", to: "Package.resolved")
    try scratch.commitAll("Add the package manager's file")
    try scratch.sync()
    try scratch.write("{ }\n", to: "\(scratch.layout)/Package.resolved")
    #expect(try scratch.sync().written == 0)
    #expect(try scratch.read("\(scratch.layout)/Package.resolved") == "{ }\n")
    try scratch.write("[]\n", to: "Package.resolved")
    try scratch.commitAll("Change it")
    #expect(try scratch.sync().written == 1)
    #expect(try scratch.read("\(scratch.layout)/Package.resolved") == "[]\n")
  }

  @Test func `a link in the place of a folder leads no file out`() throws {
    let scratch = Scratch.current
    try scratch.makeApp()
    try scratch.sync()
    let outside = "\(scratch.folder)/outside"
    try FileManager.default.createDirectory(atPath: outside, withIntermediateDirectories: true)
    let folder = "\(scratch.path)/\(scratch.layout)/Sources/app"
    try FileManager.default.removeItem(atPath: folder)
    try FileManager.default.createSymbolicLink(atPath: folder, withDestinationPath: outside)
    #expect(code { try scratch.sync() } == "edited-tree")
    #expect(try FileManager.default.contentsOfDirectory(atPath: outside) == [])

    try FileManager.default.removeItem(atPath: "\(scratch.path)/.registry")
    try FileManager.default.createSymbolicLink(
      atPath: "\(scratch.path)/.registry",
      withDestinationPath: outside
    )
    #expect(code { try scratch.sync() } == "not-a-directory")
    #expect(try FileManager.default.contentsOfDirectory(atPath: outside) == [])
  }

  @Test func `a file that nobody laid out is said, and taken away only when asked for`() throws {
    let scratch = Scratch.current
    try scratch.makeApp()
    #expect(try scratch.sync().notes == [])
    try scratch.write("// mine\n", to: "\(scratch.layout)/Sources/app/Extra/Mine.swift")
    // What the package manager and editors leave is built by nobody.
    try scratch.write("{}\n", to: "\(scratch.layout)/Package.resolved")
    try scratch.write("\n", to: "\(scratch.layout)/.swiftpm/state")
    let place = "\(scratch.path)/\(scratch.layout)/Sources/app/Extra/Mine.swift"
    let note =
      "'\(place)' is not part of the tree, but is built; use '--discard-edits' to remove it"
    #expect(try scratch.sync().notes == [note])
    #expect(try scratch.sync().notes == [note])
    try scratch.write("// newer\n", to: "Sources/app/App.swift")
    try scratch.commitAll("Go on")
    #expect(try scratch.sync().notes == [note])
    let discarded = try scratch.sync(discardsEdits: true)
    #expect(discarded.notes == [])
    #expect(discarded.removed == 1)
    #expect(!FileManager.default.fileExists(atPath: place))
    #expect(try scratch.read("\(scratch.layout)/Package.resolved") == "{}\n")
  }

  /// An edit need not be where something is laid out, nor be the only thing that happens.
  @Test(arguments: ["Components/Kitchen/Sources/Kitchen/Kitchen.swift", "Sources/app/App.swift"])
  func `an edit elsewhere is noticed while another component is laid out anew`(
    _ file: String
  ) throws {
    let scratch = Scratch.current
    try scratch.makeApp()
    try scratch.pin("Menu", "1.0.0")
    try scratch.sync()
    try scratch.sync()
    let path = "\(scratch.path)/\(scratch.layout)/\(file)"
    let content = try scratch.read("\(scratch.layout)/\(file)")
    let handle = try FileHandle(forWritingTo: URL(filePath: path))
    try handle.write(contentsOf: Data("##".utf8))
    try handle.close()
    let edited = try scratch.laidOut()
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.1.0")
    try scratch.pin("Menu", "1.1.0")
    #expect(code { try scratch.sync() } == "edited-tree")
    #expect(try scratch.laidOut() == edited)
    let result = try scratch.sync(discardsEdits: true)
    #expect(try scratch.laidOut() == scratch.stored(result.pinned.tree))
    #expect(try scratch.read("\(scratch.layout)/\(file)") == content)
  }

  @Test func `a folder that is moved away behind a link is no longer taken for laid out`() throws {
    let scratch = Scratch.current
    try scratch.makeApp()
    for _ in 0..<3 { try scratch.sync() }
    let folder = "\(scratch.path)/\(scratch.layout)/Components/Menu"
    let outside = "\(scratch.folder)/outside"
    try FileManager.default.moveItem(atPath: folder, toPath: outside)
    try FileManager.default.createSymbolicLink(atPath: folder, withDestinationPath: outside)
    #expect(code { try scratch.sync() } == "edited-tree")
  }

  @Test func `a stray in a folder that goes is left and said`() throws {
    let scratch = Scratch.current
    try scratch.makeApp()
    try scratch.write("a\n", to: "Data/one")
    try scratch.commitAll("Add data")
    try scratch.sync()
    try scratch.write("mine\n", to: "\(scratch.layout)/Data/mine")
    try scratch.git("rm", "-q", "-r", "Data")
    try scratch.commitAll("Take it away")
    for _ in 0..<3 {
      let notes = try scratch.sync().notes
      #expect(notes.count == 1 && notes[0].contains("Data/mine' is not part of the tree"))
    }
    #expect(try scratch.read("\(scratch.layout)/Data/mine") == "mine\n")
  }

  /// Of an older format, and with a path in it that is none.
  @Test(arguments: [nil, "Sources//ap"])
  func `sync without a record of the checkout calls no differing file edited`(
    _ damage: String?
  ) throws {
    let scratch = Scratch.current
    try scratch.makeApp()
    try scratch.sync()
    let file = URL(filePath: "\(scratch.path)/.registry/app/layout/index")
    var record = try Data(contentsOf: file)
    if let damage {
      let path = try #require(record.range(of: Data("Sources/app".utf8)))
      record.replaceSubrange(path, with: Data(damage.utf8))
    } else {
      record = Data("older".utf8)
    }
    try record.write(to: file)
    // What is as it shall be needs no telling.
    #expect(try scratch.sync().written == 0)
    try record.write(to: file)
    try scratch.write("// newer\n", to: "Sources/app/App.swift")
    try scratch.commitAll("Go on")
    let error = #expect(throws: OperationError.self) { try scratch.sync() }
    #expect(
      error?.message == "the record of the checkout in '\(scratch.path)/\(scratch.layout)' is"
        + " missing, and 'Sources/app/App.swift' differs from the tree to check out"
    )
    let result = try scratch.sync(discardsEdits: true)
    #expect(try scratch.laidOut() == scratch.stored(result.pinned.tree))
  }
}
