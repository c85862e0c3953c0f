import Foundation
import Git
import RegistryModel
import RegistryOperations
import Testing
import Versioning

@Suite(.scratchRepository)
struct SyncTests {
  private let tree = ".registry/app/tree"

  /// The laid-out files with their content, and whether they may be run.
  private func laidOut() throws -> [String: String] {
    let root = "\(Scratch.current.path)/\(tree)"
    var files: [String: String] = [:]
    let names = try #require(FileManager.default.enumerator(atPath: root))
    for case let name as String in names {
      let path = "\(root)/\(name)"
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      switch attributes[.type] as? FileAttributeType {
      case .typeSymbolicLink?:
        files[name] = "link " + (try FileManager.default.destinationOfSymbolicLink(atPath: path))
      case .typeRegular?:
        let mode = FileManager.default.isExecutableFile(atPath: path) ? "executable " : "file "
        files[name] = mode + (try String(contentsOfFile: path, encoding: .utf8))
      default: break
      }
    }
    return files
  }

  /// The same of a tree in git.
  private func stored(_ tree: ObjectID) throws -> [String: String] {
    let scratch = Scratch.current
    var files: [String: String] = [:]
    for line in try scratch.git("ls-tree", "-r", "-z", tree.hex).split(separator: "\0") {
      let parts = line.split(separator: "\t", maxSplits: 1)
      let fields = parts[0].split(separator: " ")
      let kind = ["100644": "file ", "100755": "executable ", "120000": "link "][fields[0]] ?? ""
      let blob = try scratch.open().blob(ObjectID(hex: fields[2]))
      files[String(parts[1])] = kind + String(decoding: blob, as: UTF8.self)
    }
    return files
  }

  private func inodes() throws -> [String: UInt64] {
    let root = "\(Scratch.current.path)/\(tree)"
    var inodes: [String: UInt64] = [:]
    for name in try laidOut().keys {
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(root)/\(name)")
      inodes[name] = attributes[.systemFileNumber] as? UInt64
    }
    return inodes
  }

  @Test func `what is laid out is the pinned tree, links and modes included`() throws {
    let scratch = Scratch.current
    try scratch.makeApp()
    try scratch.write("#!/bin/sh\n", to: "Scripts/run")
    try scratch.git("add", "-A")
    try scratch.git("update-index", "--chmod=+x", "Scripts/run")
    try FileManager.default.createSymbolicLink(
      atPath: "\(scratch.path)/Scripts/again",
      withDestinationPath: "run"
    )
    try scratch.git("add", "Scripts/again")
    try scratch.git("commit", "-q", "-m", "Add scripts")
    try scratch.pin("Menu", "1.0.0")
    let result = try scratch.sync()
    #expect(try laidOut() == stored(result.pinned.tree))
    #expect(result.written == (try stored(result.pinned.tree).count))
    #expect(try scratch.git("status", "--porcelain") == " M Scripts/run")
  }

  @Test func `only files that differ are touched, and what went is gone`() throws {
    let scratch = Scratch.current
    try scratch.makeApp()
    try scratch.pin("Menu", "1.0.0")
    try scratch.sync()
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.1.0")
    try scratch.pin("Menu", "1.1.0")
    let before = try inodes()
    let result = try scratch.sync()
    #expect(try laidOut() == stored(result.pinned.tree))
    let after = try inodes()
    let changed = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
    #expect(
      changed == [
        "Components/Menu/Sources/Menu/Change.swift", "Registry/manifest.json",
        "Registry/resolved.json",
      ]
    )
    #expect(result.written == 3 && result.removed == 0)
    try scratch.pin("Menu", "1.0.0")
    #expect(try scratch.sync().removed == 1)
    let again = try scratch.sync()
    #expect(again.written == 0 && again.removed == 0)
    #expect(try laidOut() == stored(again.pinned.tree))
  }

  @Test func `a file becomes a folder, and a folder a file`() throws {
    let scratch = Scratch.current
    try scratch.makeApp()
    try scratch.write("a\n", to: "Data/one/two")
    try scratch.write("b\n", to: "Other")
    try scratch.commitAll("Add data")
    try scratch.sync()
    try scratch.git("rm", "-q", "-r", "Data", "Other")
    try scratch.write("c\n", to: "Data")
    try scratch.write("d\n", to: "Other/one")
    try scratch.commitAll("Turn them round")
    let result = try scratch.sync()
    #expect(try laidOut() == stored(result.pinned.tree))
  }

  @Test func `a change in the laid-out tree is noticed, and overwritten only when asked for`()
    throws
  {
    let scratch = Scratch.current
    try scratch.makeApp()
    try scratch.sync()
    try scratch.write("// mine\n", to: "\(tree)/Sources/app/App.swift")
    #expect(code { try scratch.sync() } == "edited-tree")
    #expect(try scratch.read("\(tree)/Sources/app/App.swift") == "// mine\n")
    try scratch.write("// newer\n", to: "Sources/app/App.swift")
    try scratch.commitAll("Go on")
    #expect(code { try scratch.sync() } == "edited-tree")
    #expect(try scratch.read("\(tree)/Sources/app/App.swift") == "// mine\n")
    let result = try scratch.sync(discardsEdits: true)
    #expect(try laidOut() == stored(result.pinned.tree))
    // What is missing is put back, and what nobody laid out stays.
    try FileManager.default.removeItem(atPath: "\(scratch.path)/\(tree)/Sources/app/App.swift")
    try scratch.write("mine\n", to: "\(tree)/notes")
    #expect(try scratch.sync().written == 1)
    #expect(try scratch.read("\(tree)/notes") == "mine\n")
  }

  @Test func `what the package manager writes itself is no change of a person's`() throws {
    let scratch = Scratch.current
    try scratch.makeApp()
    try scratch.write("{}\n", to: "Package.resolved")
    try scratch.commitAll("Add the package manager's file")
    try scratch.sync()
    try scratch.write("{ }\n", to: "\(tree)/Package.resolved")
    #expect(try scratch.sync().written == 0)
    #expect(try scratch.read("\(tree)/Package.resolved") == "{ }\n")
    try scratch.write("[]\n", to: "Package.resolved")
    try scratch.commitAll("Change it")
    #expect(try scratch.sync().written == 1)
    #expect(try scratch.read("\(tree)/Package.resolved") == "[]\n")
  }

  @Test(
    arguments: [
      Failpoint.treeStaged, .layoutBegun, .fileLaidOut, .layoutMoved, .layoutRecorded,
    ]
  )
  func `an interrupted run is finished by the next`(_ point: Failpoint) throws {
    struct Interruption: Error {}
    let scratch = Scratch.current
    try scratch.makeApp()
    try scratch.sync()
    try scratch.write("// newer\n", to: "Sources/app/App.swift")
    try scratch.write("// more\n", to: "Sources/app/More.swift")
    try scratch.git("rm", "-q", ".gitignore")
    try scratch.commitAll("Go on")
    #expect(throws: (any Error).self) {
      try scratch.sync(failures: FailureInjection { if $0 == point { throw Interruption() } })
    }
    // To where it was going, or, after another change, to a third state.
    let third = point == .fileLaidOut || point == .layoutBegun
    if third {
      try scratch.git("rm", "-q", "Sources/app/More.swift")
      try scratch.commitAll("Go further")
    }
    let result = try scratch.sync()
    #expect(try laidOut() == stored(result.pinned.tree))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: "\(scratch.path)/.registry/app").sorted()
        == ["layout", "lock", "tree"]
    )
  }

  @Test func `a link in the place of a folder leads no file out`() throws {
    let scratch = Scratch.current
    try scratch.makeApp()
    try scratch.sync()
    let outside = "\(scratch.folder)/outside"
    try FileManager.default.createDirectory(atPath: outside, withIntermediateDirectories: true)
    let folder = "\(scratch.path)/\(tree)/Sources/app"
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

  @Test func `nothing outside of its folder is written`() throws {
    let scratch = Scratch.current
    try scratch.makeApp()
    try scratch.pin("Menu", "1.0.0")
    func others() throws -> [String: String] {
      try scratch.everything().filter { path, _ in
        !path.hasPrefix(".registry") && !path.hasPrefix(".git/objects")
      }
    }
    let before = try others()
    try scratch.sync()
    #expect(try others() == before)
  }

  @Test func `a release that a shallow clone has not is named`() throws {
    let scratch = Scratch.current
    try scratch.makeApp()
    try scratch.pin("Menu", "1.0.0")
    try scratch.change("Menu")
    let clone = Scratch(folder: "\(scratch.folder)/clone")
    try scratch.git(
      "clone",
      "-q",
      "--depth",
      "1",
      "--no-tags",
      "file://\(scratch.path)",
      clone.path
    )
    #expect(code { _ = try clone.sync() } == "missing-tree")
  }

  @Test func `a file that nobody laid out is said, and taken away only when asked for`() throws {
    let scratch = Scratch.current
    try scratch.makeApp()
    #expect(try scratch.sync().notes == [])
    try scratch.write("// mine\n", to: "\(tree)/Sources/app/Extra/Mine.swift")
    // What the package manager and editors leave is built by nobody.
    try scratch.write("{}\n", to: "\(tree)/Package.resolved")
    try scratch.write("\n", to: "\(tree)/.swiftpm/state")
    let place = "\(scratch.path)/\(tree)/Sources/app/Extra/Mine.swift"
    let note =
      "'\(place)' was not laid out, and is built all the same; '--discard-edits' takes it away"
    #expect(try scratch.sync().notes == [note])
    #expect(try scratch.sync().notes == [note])
    try scratch.write("// newer\n", to: "Sources/app/App.swift")
    try scratch.commitAll("Go on")
    #expect(try scratch.sync().notes == [note])
    #expect(try scratch.sync(discardsEdits: true).notes == [])
    #expect(!FileManager.default.fileExists(atPath: place))
    #expect(try scratch.read("\(tree)/Package.resolved") == "{}\n")
  }
}
