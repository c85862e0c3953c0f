import Base
import Mirror
import Model
import Releases
import Versions
import Foundation
import ScratchMonorepos
import ScratchRepositories
import Testing

@Suite(.scratchRepository)
struct MirrorTests {
  static let base = "https://git.example.com/mirror"

  let scratch = Scratch.current
  var folder: String { scratch.folder + "/mirror" }

  func mirror(
    _ names: String...,
    to place: String? = nil,
    base: String? = Self.base,
    from repository: String? = nil,
    isDryRun: Bool = false
  ) throws -> [String: [String]] {
    let mirror = MirrorReleases(
      names,
      to: try MirrorTarget(place ?? folder),
      options: MirrorReleases.Options(base: base),
      context: .test()
    )
    let workspace = try Workspace(directory: repository ?? scratch.path)
    let result = try isDryRun ? mirror.preview(in: workspace) : mirror.run(in: workspace)
    var words: [String: [String]] = [:]
    for component in result.components {
      words[component.name.text] =
        component.written.map(\.description) + component.withdrawn.map { "-\($0)" }
    }
    for failure in result.failures { words[failure.name.text] = [failure.error.code.rawValue] }
    return words
  }

  func yank(_ name: String, _ version: String) throws {
    _ = try YankRelease(
      component: name,
      version: SemanticVersion(version),
      reason: "cold",
      context: .test()
    ).run(in: scratch.workspace())
  }

  func references(_ name: String, in place: String? = nil) throws -> [String] {
    try git(name, "for-each-ref", "--format=%(objectname:short) %(refname)", in: place)
      .split(separator: "\n").map(String.init)
  }

  @discardableResult
  func git(_ name: String, _ arguments: String..., in place: String? = nil) throws -> String {
    try scratch.git(["--git-dir", "\(place ?? folder)/\(name).git"] + arguments)
  }

  @Test func `every machine makes the same commits, for ever`() throws {
    try scratch.makeApp()
    #expect(try mirror() == ["Kitchen": ["1.0.0"], "Menu": ["1.0.0"]])
    let kitchen = ["e26789e refs/heads/main", "e26789e refs/tags/1.0.0"]
    let found = try references("Kitchen")
    #expect(found == kitchen)
    let menu = try references("Menu")
    #expect(menu == ["a2d86da refs/heads/main", "a2d86da refs/tags/1.0.0"])
    for name in ["Kitchen", "Menu"] { try git(name, "fsck", "--strict", "--full") }

    let clone = scratch.folder + "/clone"
    try scratch.git("clone", "-q", "--no-tags", ".", clone)
    let other = scratch.folder + "/other"
    _ = try mirror(to: other, from: clone)
    #expect(try references("Kitchen", in: other) == kitchen)
  }

  @Test func `an author is of the releases that are made with it`() throws {
    try scratch.makeMonorepo(["Menu"])
    try scratch.bump("Menu", "1.0.0")
    _ = try mirror()
    let before = try references("Menu")
    let manifest = try scratch.read("Registry/manifest.json")
    let author = "Acme Releases <releases@acme.example>"
    try scratch.write(
      manifest.replacing(#""schema""#, with: #""mirrorAuthor": "\#(author)", "schema""#),
      to: "Registry/manifest.json"
    )
    try scratch.commitAll("Name the author")
    #expect(try mirror() == ["Menu": []])
    #expect(try references("Menu") == before)
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.1.0")
    _ = try mirror()
    let format = "--format=%an <%ae>, %cn <%ce>"
    #expect(try git("Menu", "log", "-1", format, "1.1.0") == "\(author), \(author)")
    #expect(
      try git("Menu", "log", "-1", format, "1.0.0")
        == "registry <registry@localhost>, registry <registry@localhost>"
    )
    // Another author changes neither of the two.
    try scratch.write(
      scratch.read("Registry/manifest.json").replacing("Acme", with: "Other"),
      to: "Registry/manifest.json"
    )
    try scratch.commitAll("Name another author")
    let other = scratch.folder + "/other"
    _ = try mirror(to: other)
    #expect(try references("Menu", in: other) == references("Menu"))
  }

  @Test func `components depend on each other's repositories, and nothing else is changed`() throws
  {
    try scratch.makeApp()
    _ = try mirror()
    #expect(
      try git("Kitchen", "show", "1.0.0:Package.swift") == """
        // swift-tools-version: 6.0
        import PackageDescription

        let package = Package(
          name: "Kitchen",
          products: [.library(name: "Kitchen", targets: ["Kitchen"])],
          dependencies: [
            .package(url: "https://git.example.com/mirror/Menu.git", from: "1.0.0"),
          ],
          targets: [
            .target(name: "Kitchen", dependencies: [.product(name: "Menu", package: "Menu")])
          ]
        )
        """
    )
    let tree = try scratch.git("rev-parse", "HEAD:Components/Kitchen/Sources")
    #expect(try git("Kitchen", "rev-parse", "1.0.0:Sources") == tree)
    #expect(
      try git("Menu", "rev-parse", "1.0.0^{tree}")
        == scratch.git("rev-parse", "HEAD:Components/Menu")
    )
    let clone = scratch.folder + "/clone"
    try git("Kitchen", "clone", "-q", "\(folder)/Kitchen.git", clone)
    #expect(try scratch.git("-C", clone, "describe", "--tags") == "1.0.0")
  }

  @Test func `only what is new is written`() throws {
    try scratch.makeMonorepo()
    try scratch.bump("Menu", "1.0.0")
    #expect(try mirror(isDryRun: true) == ["Menu": ["1.0.0"]])
    #expect(FileManager.default.fileExists(atPath: folder) == false)
    #expect(try mirror() == ["Menu": ["1.0.0"]])
    #expect(try mirror() == ["Menu": []])
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.1.0-beta.1")
    try scratch.bump("Kitchen", "0.1.0+7")
    #expect(try mirror() == ["Kitchen": ["0.1.0+7"], "Menu": ["1.1.0-beta.1"]])
    // Commit, the three trees of the changed file's folders, and the file.
    let count = try git("Menu", "count-objects", "-v").split(separator: "\n")
    #expect(count.contains("in-pack: 11") && count.contains("packs: 2"), "\(count)")
    let main = try git("Menu", "rev-parse", "main")
    #expect(try main == git("Menu", "rev-parse", "1.0.0"))
    try git("Menu", "fsck", "--strict")
  }

  @Test func `a withdrawn release loses its tag, and who was built from it still gets it`() throws {
    try scratch.makeMonorepo()
    try scratch.bump("Menu", "1.0.0")
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.1.0")
    let before = try scratch.git("rev-parse", "HEAD")
    _ = try mirror()
    let commit = try git("Menu", "rev-parse", "--short", "1.1.0")
    try yank("Menu", "1.1.0")
    #expect(try mirror() == ["Menu": ["-1.1.0"]])
    let left = try git("Menu", "rev-parse", "--short", "1.0.0")
    let references = [
      "\(left) refs/heads/main", "\(left) refs/tags/1.0.0", "\(commit) refs/yanked/1.1.0",
    ]
    #expect(try self.references("Menu") == references)
    #expect(try mirror() == ["Menu": []])
    // A branch that does not know of it changes nothing.
    try scratch.git("switch", "-q", "--detach", before)
    #expect(try mirror() == ["Menu": []])
    #expect(try self.references("Menu").contains("\(commit) refs/yanked/1.1.0"))
    // A mirror that begins later is the same.
    try scratch.git("switch", "-q", "main")
    let later = scratch.folder + "/later"
    #expect(try mirror(to: later) == ["Menu": ["1.0.0", "-1.1.0"]])
    #expect(try self.references("Menu", in: later) == references)
  }

  @Test func `an address gets what a folder gets, and the repository keeps nothing of it`() throws {
    try scratch.makeApp()
    _ = try mirror()
    let place = scratch.folder + "/server"
    for name in ["Kitchen", "Menu"] {
      try scratch.git("init", "-q", "--bare", "-b", "main", "\(place)/\(name).git")
    }
    let objects = try scratch.git("count-objects", "-v")
    let address = "file://" + place
    #expect(try mirror(to: address) == ["Kitchen": ["1.0.0"], "Menu": ["1.0.0"]])
    #expect(try mirror(to: address) == ["Kitchen": [], "Menu": []])
    #expect(try scratch.git("count-objects", "-v") == objects)
    #expect(try references("Kitchen", in: place) == references("Kitchen"))
    try yank("Kitchen", "1.0.0")
    #expect(try mirror(to: address) == ["Kitchen": ["-1.0.0"], "Menu": []])
    #expect(
      try references("Kitchen", in: place).last
        == references("Kitchen")[0]
        .replacing("heads/main", with: "yanked/1.0.0")
    )
    #expect(try scratch.git("for-each-ref", "refs/yanked", "refs/tags/1.0.0") == "")
    #expect(FileManager.default.fileExists(atPath: scratch.path + "/.git/registry-mirror") == false)
  }

  @Test(arguments: [
    ("https://git.example.com/mirror/", "https://git.example.com/mirror/Menu.git"),
    ("ssh://git@example.com/m", "ssh://git@example.com/m/Menu.git"),
    ("git@example.com:m", "git@example.com:m/Menu.git"),
    ("/srv/mirror", "/srv/mirror/Menu.git"),
  ])
  func `a base is an address or a path from the root`(text: String, url: String) throws {
    #expect("\(try RepositoryURL(mirrorBase: text))/Menu.git" == url)
  }

  @Test(arguments: [
    "", "/", "mirror", "https://a b", "https://a\"b", "https://a\\(b)", "https://é.example.com",
    "https://user:secret@example.com", "https://a\nb",
  ])
  func `nothing else is one`(text: String) {
    #expect(code { _ = try RepositoryURL(mirrorBase: text) } == "invalid-url")
  }
}
