import Apps
import Base
import Git
import Model
import Versions
import Foundation
import ScratchMonorepos
import ScratchRepositories
import Testing

@Suite(.scratchRepository)
struct SyncTests {
  @Test func `sync checks out the pinned tree, with links and modes`() throws {
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
    #expect(try scratch.laidOut() == scratch.stored(result.pinned.tree))
    #expect(result.written == (try scratch.stored(result.pinned.tree).count))
    #expect(try scratch.git("status", "--porcelain") == " M Scripts/run")
  }

  #if os(Linux)
    @Test func `outside of releases all is checked out that git checks out`() throws {
      let scratch = Scratch.current
      try scratch.makeApp()
      try scratch.pin("Menu", "1.0.0")
      let names = [
        "README.md", "readme.md", "f(_:)", "f(_:x:)", "a\\b", "a\nb", "é", "e\u{301}", "a ", "CON",
      ]
      try scratch.commitFiles(
        names.map { Array($0.utf8) } + [[0x61, 0xE9], [0x61, 0xEA]],
        links: ["out": "../../../../out", "absolute": "/etc/hosts", "loop": "loop"],
        in: "docs"
      )
      let result = try scratch.sync()
      #expect(result.notes == [])
      for name in names {
        #expect(
          FileManager.default.fileExists(atPath: "\(scratch.path)/\(scratch.layout)/docs/\(name)")
        )
      }
      let again = try scratch.sync()
      #expect(again.written == 0 && again.removed == 0)
      // Whatever is missing is restored, by names that are not UTF-8, too.
      try scratch.git("-c", "alias.clear=!rm -r \(scratch.layout)/docs", "clear")
      // The two are shown alike, and counted once.
      #expect(try scratch.sync().written == 14)
      #expect(try scratch.sync().written == 0)
      try scratch.change("Kitchen")
      #expect(try scratch.sync().written == 1)
      let snapshot = Snapshot(version: try SemanticVersion("1.0.0"), context: .test())
      #expect(try snapshot.run(in: scratch.workspace()).commit != nil)
      #expect(try scratch.git("rev-parse", "app/1.0.0^{tree}") == scratch.sync().pinned.tree.hex)
    }
  #endif

  @Test func `a name that the file system cannot hold is named with its whole path`() throws {
    let scratch = Scratch.current
    try scratch.makeApp()
    let name = String(repeating: "x", count: 300)
    try scratch.commitFiles([Array(name.utf8)], in: "docs", isCheckedOut: false)
    #expect(
      throws: OperationError(
        .inputOutput,
        "the file system of '\(scratch.path)/\(scratch.layout)' cannot hold 'docs/\(name)': file name"
          + " too long",
        help: "rename it with 'git mv', or use a clone on another file system"
      )
    ) { try scratch.sync() }
    #expect(
      !FileManager.default.fileExists(atPath: "\(scratch.path)/\(scratch.layout)/Package.swift")
    )
  }

  @Test func `only files that differ are touched, and what went is gone`() throws {
    let scratch = Scratch.current
    try scratch.makeApp()
    try scratch.pin("Menu", "1.0.0")
    try scratch.sync()
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.1.0")
    try scratch.pin("Menu", "1.1.0")
    let before = try scratch.laidOutInodes()
    let result = try scratch.sync()
    #expect(try scratch.laidOut() == scratch.stored(result.pinned.tree))
    let after = try scratch.laidOutInodes()
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
    #expect(try scratch.laidOut() == scratch.stored(again.pinned.tree))
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
    #expect(try scratch.laidOut() == scratch.stored(result.pinned.tree))
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
    #expect(try scratch.laidOut() == scratch.stored(result.pinned.tree))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: "\(scratch.path)/.registry/app").sorted()
        == ["build.place", "layout", "lock", "tree"]
    )
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

  @Test func `sync keeps the checkout if it cannot look at the working files`() throws {
    let scratch = Scratch.current
    try scratch.makeApp()
    try scratch.pin("Menu", "1.0.0")
    let first = try scratch.sync()
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.1.0")
    try scratch.pin("Menu", "1.1.0")
    try scratch.write("no index\n", to: ".git/index")
    #expect(throws: OperationError.self) { try scratch.sync() }
    #expect(try scratch.laidOut() == scratch.stored(first.pinned.tree))
  }

  @Test func `a file may have any time`() throws {
    let scratch = Scratch.current
    let year2300 = Date(timeIntervalSince1970: 10_413_792_000)
    try scratch.makeApp()
    try scratch.pin("Menu", "1.0.0")
    for _ in 0..<2 {
      for folder in ["Components/Menu", "\(scratch.layout)/Components/Menu"] {
        let file = "\(scratch.path)/\(folder)/Package.swift"
        guard FileManager.default.fileExists(atPath: file) else { continue }
        try FileManager.default.setAttributes([.modificationDate: year2300], ofItemAtPath: file)
      }
      let result = try scratch.sync()
      #expect(try scratch.laidOut() == scratch.stored(result.pinned.tree))
    }
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

  @Test func `changes are noticed wherever the git directory is`() throws {
    let scratch = Scratch.current
    try scratch.makeApp()
    try scratch.pin("Menu", "1.0.0")
    try scratch.git("init", "-q", "--separate-git-dir", "\(scratch.folder)/store.git")
    #expect(try scratch.sync().notes == [])
    try scratch.write("// more\n", to: "Components/Menu/Sources/Menu/More.swift")
    let note = "'Menu' has uncommitted changes, but is built from its release 1.0.0"
    #expect(try scratch.sync().notes == [note])
  }
}
