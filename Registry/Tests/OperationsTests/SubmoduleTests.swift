import Base
import Foundation
import Apps
import Git
import Model
import Versions
import ScratchMonorepos
import ScratchRepositories
import Testing

/// A submodule's files are in another repository.
@Suite(.scratchRepository)
struct SubmoduleTests {
  private let note =
    "'Vendor' is a submodule, whose files are not in this repository: its folder is empty"

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

  @Test func `its folder is empty, which is said once`() throws {
    let scratch = Scratch.current
    try makeApp()
    try scratch.pin("Menu", "1.0.0")
    let first = try scratch.sync()
    #expect(first.notes == [note])
    #expect(try scratch.laidOut() == scratch.stored(first.pinned.tree))
    #expect(try isEmptyFolder("Vendor"))
    for _ in 0..<3 {
      let again = try scratch.sync()
      #expect(again.notes == [] && again.written == 0 && again.pinned.tree == first.pinned.tree)
    }
    try scratch.git("-C", "Vendor", "commit", "-q", "--allow-empty", "-m", "Go on")
    let pinned = try scratch.sync(usesWorkingFiles: true).pinned
    #expect(pinned.tree == first.pinned.tree)
    #expect(try isEmptyFolder("Vendor"))
  }

  @Test func `sync follows a submodule that is added, removed or replaced by files`() throws {
    let scratch = Scratch.current
    try scratch.makeApp()
    try scratch.sync()
    try makeApp()
    #expect(try scratch.sync().notes == [note])
    // A folder that a person took away is put back.
    let place = "\(scratch.path)/\(scratch.layout)/Vendor"
    try FileManager.default.removeItem(atPath: place)
    try scratch.sync()
    #expect(try isEmptyFolder("Vendor"))
    try scratch.git("rm", "-q", "-f", "Vendor")
    try scratch.write("ours\n", to: "Vendor/ours")
    try scratch.commitAll("Take the files in")
    try scratch.sync()
    #expect(try scratch.read("\(scratch.layout)/Vendor/ours") == "ours\n")
    try scratch.git("revert", "-n", "HEAD")
    try scratch.git("commit", "-q", "-m", "Go back")
    try scratch.sync()
    #expect(try isEmptyFolder("Vendor"))
    try scratch.git("rm", "-q", "-f", "--cached", "Vendor", ".gitmodules")
    try scratch.git("commit", "-q", "-m", "Do without")
    let result = try scratch.sync()
    #expect(!FileManager.default.fileExists(atPath: place))
    #expect(try scratch.laidOut() == scratch.stored(result.pinned.tree))
  }

  /// Git sorts a submodule as a file and a folder by the slash behind it; how a record is searched
  /// depends on the folders behind both.
  @Test(arguments: 0..<5)
  func `a neighbour whose name goes on after its own is laid out like all else`(
    others: Int
  ) throws {
    let scratch = Scratch.current
    try makeApp(submodule: "Vendor/lib")
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
    #expect(try isEmptyFolder("Components/Menu/Vendor"))
    // The submodule alone changes nothing that is published.
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.1.0")
    try scratch.pin("Menu", "1.1.0")
    let result = try scratch.sync()
    #expect(try scratch.laidOut() == scratch.stored(result.pinned.tree))
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
