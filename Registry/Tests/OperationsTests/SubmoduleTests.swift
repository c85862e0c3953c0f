import Base
import Foundation
import Apps
import Git
import Model
import Versions
import ScratchMonorepos
import ScratchRepositories
import Testing

/// A submodule's files are in another repository, as far as the clone has that.
@Suite(.scratchRepository)
struct SubmoduleTests {
  private let note =
    "'Vendor' is a submodule that this clone does not have: its folder is empty;"
    + " 'git submodule update --init --recursive' gets it"

  /// The app with a submodule at a path.
  private func makeApp(submodule path: String = "Vendor") throws {
    let scratch = Scratch.current
    try scratch.makeApp()
    let other = Scratch(folder: "\(scratch.folder)/other")
    _ = try Repository.create(at: other.path)
    try other.write("theirs\n", to: "theirs")
    try other.commitAll("Begin")
    let allow = "protocol.file.allow=always"
    try scratch.git("-c", allow, "submodule", "add", "-q", other.path, path)
    try scratch.commitAll("Add a submodule")
  }

  private func isEmptyFolder(_ path: String) throws -> Bool {
    let place = "\(Scratch.current.path)/\(Scratch.current.layout)/\(path)"
    return try FileManager.default.contentsOfDirectory(atPath: place).isEmpty
  }

  /// What the pinned tree has of the submodule.
  private func file(_ path: String = "Vendor/theirs") throws -> String {
    try Scratch.current.read("\(Scratch.current.layout)/\(path)")
  }

  /// Takes the repositories of submodules away, as a clone without them has it.
  private func removeModules() throws {
    let scratch = Scratch.current
    try scratch.git("submodule", "deinit", "-q", "-f", "--all")
    try FileManager.default.removeItem(atPath: "\(scratch.path)/.git/modules")
  }

  @Test func `it is checked out at the commit that the tree names`() throws {
    let scratch = Scratch.current
    try makeApp()
    try scratch.pin("Menu", "1.0.0")
    let first = try scratch.sync()
    #expect(first.notes == [])
    #expect(try file() == "theirs\n")
    for _ in 0..<3 {
      let again = try scratch.sync()
      #expect(again.notes == [] && again.written == 0 && again.pinned.tree == first.pinned.tree)
    }
    // What a person does in the submodule is not the tree's, until it is committed or asked for.
    try scratch.write("new\n", to: "Vendor/theirs")
    try scratch.git("-C", "Vendor", "commit", "-q", "-a", "-m", "Go on")
    try scratch.write("newer\n", to: "Vendor/theirs")
    #expect(try scratch.sync().pinned.tree == first.pinned.tree)
    #expect(try file() == "theirs\n")
    try scratch.sync(usesWorkingFiles: true)
    #expect(try file() == "newer\n")
    try scratch.git("commit", "-q", "-a", "-m", "Go on")
    try scratch.sync()
    #expect(try file() == "new\n")
    // Nothing of it is in this repository.
    #expect(try scratch.git("fsck", "--connectivity-only", "--no-dangling") == "")
  }

  @Test func `submodules of submodules are, too`() throws {
    let scratch = Scratch.current
    try scratch.makeApp()
    let (outer, inner) = (
      Scratch(folder: "\(scratch.folder)/outer"), Scratch(folder: "\(scratch.folder)/inner")
    )
    let allow = "protocol.file.allow=always"
    for other in [inner, outer] {
      _ = try Repository.create(at: other.path)
      try other.write("theirs\n", to: "theirs")
      try other.commitAll("Begin")
    }
    try outer.git("-c", allow, "submodule", "add", "-q", inner.path, "Inner")
    try outer.commitAll("Add a submodule")
    try scratch.git("-c", allow, "submodule", "add", "-q", outer.path, "Vendor")
    try scratch.git("-c", allow, "submodule", "update", "-q", "--init", "--recursive")
    try scratch.commitAll("Add a submodule")
    try scratch.sync()
    #expect(try file("Vendor/Inner/theirs") == "theirs\n")
  }

  @Test func `in a clone without it, its folder is empty, which is said once`() throws {
    let scratch = Scratch.current
    try makeApp()
    try removeModules()
    try scratch.pin("Menu", "1.0.0")
    let first = try scratch.sync()
    #expect(first.notes == [note])
    #expect(try scratch.laidOut() == scratch.stored(first.pinned.tree))
    #expect(try isEmptyFolder("Vendor"))
    for _ in 0..<3 {
      let again = try scratch.sync()
      #expect(again.notes == [] && again.written == 0 && again.pinned.tree == first.pinned.tree)
    }
    // A folder that a person took away is put back.
    let place = "\(scratch.path)/\(scratch.layout)/Vendor"
    try FileManager.default.removeItem(atPath: place)
    try scratch.sync()
    #expect(try isEmptyFolder("Vendor"))
    try scratch.git("-c", "protocol.file.allow=always", "submodule", "update", "-q", "--init")
    try scratch.sync()
    #expect(try file() == "theirs\n")
  }

  @Test func `sync follows a submodule that is added, removed or replaced by files`() throws {
    let scratch = Scratch.current
    try scratch.makeApp()
    try scratch.sync()
    try makeApp()
    #expect(try scratch.sync().notes == [])
    #expect(try file() == "theirs\n")
    let place = "\(scratch.path)/\(scratch.layout)/Vendor"
    try FileManager.default.removeItem(atPath: place)
    try scratch.sync()
    #expect(try file() == "theirs\n")
    try scratch.git("rm", "-q", "-f", "Vendor")
    try scratch.write("ours\n", to: "Vendor/ours")
    try scratch.commitAll("Take the files in")
    try scratch.sync()
    #expect(try scratch.read("\(scratch.layout)/Vendor/ours") == "ours\n")
    #expect(!FileManager.default.fileExists(atPath: "\(place)/theirs"))
    try scratch.git("revert", "-n", "HEAD")
    try scratch.git("commit", "-q", "-m", "Go back")
    try scratch.sync()
    #expect(try file() == "theirs\n")
    try scratch.git("rm", "-q", "-f", "--cached", "Vendor", ".gitmodules")
    try scratch.git("commit", "-q", "-m", "Do without")
    let result = try scratch.sync()
    #expect(!FileManager.default.fileExists(atPath: place))
    #expect(try scratch.laidOut() == scratch.stored(result.pinned.tree))
  }

  @Test func `a run that was interrupted is completed after the branch has moved`() throws {
    let scratch = Scratch.current
    try makeApp()
    try scratch.sync()
    try scratch.git("-C", "Vendor", "rm", "-q", "theirs")
    try scratch.write("other\n", to: "Vendor/other")
    try scratch.git("-C", "Vendor", "add", "other")
    try scratch.git("-C", "Vendor", "commit", "-q", "-m", "Go on")
    try scratch.git("commit", "-q", "-a", "-m", "Go on")
    struct Stop: Error {}
    #expect(throws: (any Error).self) {
      try scratch.sync(failures: FailureInjection { if $0 == .layoutMoved { throw Stop() } })
    }
    try scratch.git("reset", "-q", "--hard", "HEAD^")
    try scratch.sync()
    #expect(try file() == "theirs\n")
    #expect(
      !FileManager.default.fileExists(
        atPath: "\(scratch.path)/\(scratch.layout)/Vendor/other"
      )
    )
  }

  @Test func `"localFiles" need not list it`() throws {
    let scratch = Scratch.current
    try makeApp()
    try scratch.writeAppManifest(
      #""app": { "localFiles": ["Vendor"], "path": ".", "pins": {}, "product": "app" }"#
    )
    try scratch.commitAll("List the submodule")
    #expect(
      try scratch.sync().notes
        == ["'Vendor' is in the pinned tree, so that \"localFiles\" need not list it"]
    )
    #expect(try file() == "theirs\n")
  }

  /// Git sorts a submodule as a file and a folder by the slash behind it; how a record is searched
  /// depends on the folders behind both.
  @Test(arguments: 0..<5)
  func `a neighbour whose name goes on after its own is laid out like all else`(
    others: Int
  ) throws {
    let scratch = Scratch.current
    try makeApp(submodule: "Vendor/lib")
    try removeModules()
    try scratch.write("one\n", to: "Vendor/lib-extras/one")
    try scratch.write("two\n", to: "Vendor/lib-extras/two")
    for number in 0..<others { try scratch.write("\n", to: "Zoo\(number)/file") }
    try scratch.commitAll("Add neighbours")
    try scratch.sync()
    try scratch.write("other\n", to: "Vendor/lib-extras/one")
    try scratch.git("rm", "-q", "Vendor/lib-extras/two")
    try scratch.commitAll("Change one, remove the other")
    let result = try scratch.sync()
    #expect(result.written == 1 && result.removed == 1)
    #expect(try scratch.laidOut() == scratch.stored(result.pinned.tree))
  }

  @Test func `sync notes files that a person puts into the folder of a submodule`() throws {
    let scratch = Scratch.current
    try makeApp()
    try scratch.sync()
    try scratch.write("// mine\n", to: "\(scratch.layout)/Vendor/Mine.swift")
    for _ in 0..<3 {
      let notes = try scratch.sync().notes
      #expect(notes.count == 1 && notes[0].contains("Vendor/Mine.swift' is not part of the tree"))
    }
  }

  @Test
  func `inside a component it stays while that is built from the branch, and goes with a pin`()
    throws
  {
    let scratch = Scratch.current
    try makeApp(submodule: "Components/Menu/Vendor")
    try scratch.sync()
    #expect(try file("Components/Menu/Vendor/theirs") == "theirs\n")
    // The submodule alone changes nothing that is published.
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.1.0")
    try scratch.pin("Menu", "1.1.0")
    let result = try scratch.sync()
    #expect(result.notes == [])
    let place = "\(scratch.path)/\(scratch.layout)/Components/Menu/Vendor"
    #expect(!FileManager.default.fileExists(atPath: place))
  }

  @Test func `a snapshot keeps it as it is`() throws {
    let scratch = Scratch.current
    try makeApp()
    try scratch.pin("Menu", "1.0.0")
    let version = try SemanticVersion("1.0.0")
    let result = try Snapshot(version: version, context: .test()).run(in: scratch.workspace())
    let commit = try #require(result.commit)
    let kept = try scratch.git("rev-parse", "HEAD:Vendor")
    #expect(try scratch.git("rev-parse", "\(commit):Vendor") == kept)
  }
}
