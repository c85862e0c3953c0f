import Base
import Git
import Model
import Releases
import Reports
import Versions
import ScratchMonorepos
import ScratchRepositories
import Testing

@Suite(.scratchRepository)
struct StatusTests {
  let scratch = Scratch.current

  /// The state and the number of uncommitted files of one component.
  private func status(_ name: String) throws -> (ComponentStatus.State, Int) {
    let found = try #require(Status(of: [name]).run(in: scratch.workspace()).first)
    return (found.state, found.uncommittedFiles)
  }

  @Test func `components are listed by name with all there is to say`() throws {
    try scratch.makeMonorepo()
    try scratch.bump("Menu", "1.0.0")
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.1.0-beta")
    let all = try Status().run(in: scratch.workspace())
    #expect(all.map(\.name.text) == ["Kitchen", "Menu"])
    #expect(all.map(\.path.description) == ["Components/Kitchen", "Components/Menu"])
    #expect(all.map(\.layer?.text) == ["feature", "feature"])
    #expect(all.map(\.version?.description) == [nil, "1.1.0-beta"])
    #expect(all.map(\.latest?.description) == [nil, "1.0.0"])
    #expect(all.map(\.state) == [.neverReleased, .unchanged])
    #expect(all.map(\.uncommittedFiles) == [0, 0])
  }

  @Test func `commits since the release are those of the component alone`() throws {
    try scratch.makeMonorepo()
    try scratch.bump("Menu", "1.0.0")
    try scratch.change("Menu")
    try scratch.bump("Kitchen", "1.0.0")
    try scratch.change("Kitchen")
    try scratch.change("Menu")
    #expect(try status("Menu") == (.changed(commits: 2), 0))
    #expect(try status("Kitchen") == (.changed(commits: 1), 0))
  }

  @Test func `a change that was taken back is none`() throws {
    try scratch.makeMonorepo()
    try scratch.bump("Menu", "1.0.0")
    try scratch.change("Menu")
    try scratch.git("revert", "--no-edit", "HEAD")
    #expect(try status("Menu") == (.unchanged, 0))
  }

  @Test func `files that are not committed are counted, ignored ones are not`() throws {
    try scratch.makeMonorepo()
    try scratch.write(".build/\n", to: ".gitignore")
    try scratch.commitAll()
    try scratch.bump("Menu", "1.0.0")
    try scratch.write("new", to: "Components/Menu/New.swift")
    try scratch.write("edited", to: "Components/Menu/Package.swift")
    try scratch.write("built", to: "Components/Menu/.build/product")
    try scratch.git("rm", "-q", "--cached", "Components/Menu/Sources/Menu/Menu.swift")
    // The file that is only in the index no longer is untracked as well.
    #expect(try status("Menu") == (.unchanged, 3))
    #expect(try status("Kitchen") == (.neverReleased, 0))
  }

  @Test func `a release whose source is gone is found by its tree`() throws {
    try scratch.makeMonorepo()
    try scratch.bump("Menu", "1.0.0")
    try scratch.change("Menu")
    try scratch.change("Menu")
    // As a rebase leaves it: the same changes, and none of the commits.
    try scratch.git("rebase", "-q", "--root", "--force-rebase", "--reset-author-date")
    #expect(try status("Menu") == (.changed(commits: 2), 0))
  }

  @Test func `a shallow clone does not tell how many commits`() throws {
    try scratch.makeMonorepo()
    try scratch.bump("Menu", "1.0.0")
    try scratch.change("Menu")
    let clone = scratch.folder + "/shallow"
    try scratch.git("clone", "-q", "--depth=1", "file://" + scratch.path, clone)
    let all = try Status().run(in: Workspace(directory: clone))
    #expect(all.map(\.state) == [.neverReleased, .changed(commits: nil)])
  }

  @Test func `a bare repository has a status too`() throws {
    try scratch.makeMonorepo()
    try scratch.bump("Menu", "1.0.0")
    let clone = scratch.folder + "/bare"
    try scratch.git("clone", "-q", "--bare", ".", clone)
    let all = try Status().run(in: Workspace(directory: clone))
    #expect(all.map(\.state) == [.neverReleased, .unchanged])
  }

  @Test func `status shows every component as missing before the first commit`() throws {
    try scratch.writeManifest(["Menu"])
    try scratch.writePackage("Menu")
    #expect(try status("Menu") == (.missing, 2))
  }

  @Test func `a withdrawn release is not the latest`() throws {
    try scratch.makeMonorepo()
    try scratch.bump("Menu", "1.0.0")
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.1.0")
    _ = try YankRelease(
      component: "Menu",
      version: SemanticVersion("1.1.0"),
      reason: "cold",
      context: .test()
    ).run(in: scratch.workspace())
    let menu = try #require(Status(of: ["Menu"]).run(in: scratch.workspace()).first)
    #expect(menu.version?.description == "1.0.0")
    #expect(menu.latest?.description == "1.0.0")
  }

  @Test func `a log that a person laid out otherwise says the same`() throws {
    try scratch.makeMonorepo()
    try scratch.bump("Menu", "1.0.0")
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.1.0")
    let before = try Status().run(in: scratch.workspace())
    let log = try scratch.read("Registry/releases/Menu.jsonl")
    try scratch.write(
      log.replacing(",\"", with: ", \"").replacing("}\n", with: " }\r\n"),
      to: "Registry/releases/Menu.jsonl"
    )
    try scratch.commitAll()
    #expect(try Status().run(in: scratch.workspace()) == before)
    try scratch.write("{}\n", to: "Registry/releases/Menu.jsonl")
    try scratch.commitAll()
    #expect(code { _ = try status("Menu") } == "missing-key")
  }

  @Test func `a file counts for the innermost of the components that it lies in`() throws {
    try scratch.makeMonorepo(["Menu", "Kitchen"])
    let manifest = try scratch.read("Registry/manifest.json")
    try scratch.write(
      manifest.replacing("Components/Kitchen", with: "Components/Menu/Kitchen"),
      to: "Registry/manifest.json"
    )
    try scratch.git("mv", "Components/Kitchen", "Components/Menu/Kitchen")
    try scratch.commitAll()
    try scratch.write("new", to: "Components/Menu/Kitchen/New.swift")
    #expect(try Status().run(in: scratch.workspace()).map(\.uncommittedFiles) == [1, 0])
  }

  @Test func `an unknown component is refused with the nearest name`() throws {
    try scratch.makeMonorepo()
    #expect(code { _ = try status("Mneu") } == "unknown-component")
  }
}
