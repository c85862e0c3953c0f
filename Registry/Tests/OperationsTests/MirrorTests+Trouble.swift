import Base
import Mirror
import Model
import Versions
import Foundation
import ScratchMonorepos
import ScratchRepositories
import Testing

/// Mirrors with something in their way.
extension MirrorTests {
  @Test func `what a killed run left stands against nothing`() throws {
    try scratch.makeMonorepo()
    try scratch.bump("Menu", "1.0.0")
    _ = try mirror()
    let commit = try git("Menu", "rev-parse", "1.0.0")
    // Killed between the pack and the tag, and another one while a repository was made.
    try git("Menu", "update-ref", "-d", "refs/tags/1.0.0")
    try git("Menu", "update-ref", "-d", "refs/heads/main")
    try Data("\(commit)\n".utf8)
      .write(to: URL(filePath: "\(folder)/Menu.git/refs/tags/1.0.0.lock"))
    try FileManager.default.createDirectory(
      atPath: "\(folder)/Kitchen.git.part/objects",
      withIntermediateDirectories: true
    )
    try scratch.bump("Kitchen", "1.0.0")
    #expect(try mirror() == ["Kitchen": ["1.0.0"], "Menu": ["1.0.0"]])
    #expect(try git("Menu", "rev-parse", "1.0.0") == commit)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        == ["Kitchen.git", "Menu.git", "registry.lock"]
    )
  }

  @Test func `what is no mirror of this base is left as it is`() throws {
    try scratch.makeApp()
    #expect(code { _ = try mirror(base: nil) } == "no-base-url")
    #expect(FileManager.default.fileExists(atPath: folder) == false)
    #expect(try mirror("Menu", base: nil) == ["Menu": ["1.0.0"]])
    _ = try mirror()
    let references = try references("Kitchen")
    #expect(
      try mirror(base: "https://other.example.com")
        == ["Kitchen": ["mirror-mismatch"], "Menu": []]
    )
    #expect(try self.references("Kitchen") == references)

    let place = scratch.folder + "/server"
    try scratch.git("init", "-q", "--bare", "-b", "main", "\(place)/Menu.git")
    try scratch.git("push", "-q", "\(place)/Menu.git", "HEAD:refs/heads/main")
    #expect(code { _ = try mirror("Menu", to: place) } == "mirror-mismatch")
    #expect(code { _ = try mirror("Mneu") } == "unknown-component")
    #expect(code { _ = try mirror("Menu", to: "file:///nowhere") } == "unreachable")
  }

  @Test func `one that fails stops no other, and is named`() throws {
    let names = (1...9).map { "Part\($0)" }
    try scratch.makeMonorepo(names)
    for name in names { try scratch.bump(name, "1.0.0") }
    try scratch.write("<<<<<<< ours\n", to: "Registry/releases/Part3.jsonl")
    try scratch.commitAll("Tamper")
    try FileManager.default.createDirectory(
      atPath: folder + "/Part5.git",
      withIntermediateDirectories: true
    )
    var expected = Dictionary(uniqueKeysWithValues: names.map { ($0, ["1.0.0"]) })
    expected["Part3"] = ["merge-conflict"]
    expected["Part5"] = ["not-a-repository"]
    let mirrored = try mirror()
    #expect(mirrored == expected)
    let result = try MirrorReleases(to: MirrorTarget(folder), context: .test()).run(
      in: scratch.workspace()
    )
    #expect(result.components.map(\.name.text) == names.filter { expected[$0] == ["1.0.0"] })
    #expect(result.failures.first?.error.context == "Registry/releases/Part3.jsonl:1")
    #expect(result.failures.last?.error.context == "component 'Part5'")
    #expect(code { _ = try mirror("Part3") } == "merge-conflict")
  }

  @Test func `a dry run leaves a run under way alone`() throws {
    try scratch.makeApp()
    let place = scratch.folder + "/server"
    for name in ["Kitchen", "Menu"] {
      try scratch.git("init", "-q", "--bare", "-b", "main", "\(place)/\(name).git")
    }
    // As another run has them while it pushes.
    let staging = ".git/registry-mirror/Menu.git/HEAD"
    try scratch.write("ref: refs/heads/main\n", to: staging)
    try scratch.write("registry mirror (process 1)", to: ".git/registry-mirror.lock")
    let before = try scratch.everything()
    #expect(
      try mirror(to: "file://" + place, isDryRun: true)
        == ["Kitchen": ["1.0.0"], "Menu": ["1.0.0"]]
    )
    #expect(try scratch.everything() == before)
    #expect(try scratch.git("--git-dir", "\(place)/Menu.git", "for-each-ref") == "")
  }

  @Test func `what is not the recorded release never leaves`() throws {
    try scratch.makeMonorepo()
    try scratch.bump("Menu", "1.0.0")
    let log = "Registry/releases/Menu.jsonl"
    let wrong = try scratch.read(log)
      .replacing(/sha256:[0-9a-f]{4}/, with: "sha256:0000")
    try scratch.write(wrong, to: log)
    try scratch.commitAll()
    #expect(code { _ = try mirror() } == "checksum-mismatch")
    #expect(FileManager.default.fileExists(atPath: "\(folder)/Menu.git") == false)
  }
}
