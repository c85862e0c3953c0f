import Base
import Foundation
import Apps
import Git
import Model
import Versions
import ScratchMonorepos
import ScratchRepositories
import Testing

@Suite(.scratchRepository)
struct PinnedTreeTests {
  @Test func `a pinned component is its release, all else is the branch`() throws {
    let scratch = Scratch.current
    try scratch.makeApp()
    try scratch.pin("Menu", "1.0.0")
    try scratch.change("Menu")
    try scratch.change("Kitchen")
    let pinned = try scratch.pinnedTree()
    let released = try #require(pinned.releases[ComponentName("Menu")])
    let folder = try scratch.git("rev-parse", "\(pinned.tree):Components/Menu")
    #expect(folder == released.tree.description)
    var expected = try scratch.files(of: ObjectID(hex: scratch.git("rev-parse", "HEAD^{tree}")))
    var found = try scratch.files(of: pinned.tree)
    func isOurs(_ path: String) -> Bool {
      path.hasPrefix("Components/Menu/") || path.hasPrefix("Registry/") || path == "CHANGELOG.md"
    }
    for path in expected.keys where isOurs(path) { expected[path] = nil }
    for path in found.keys where isOurs(path) && path != "CHANGELOG.md" { found[path] = nil }
    #expect(found == expected)
    #expect(
      try scratch.git("ls-tree", "--name-only", "\(pinned.tree):Registry")
        == "manifest.json\nresolved.json"
    )
  }

  @Test func `pinned back, the tree is what it was, whatever was released meanwhile`() throws {
    let scratch = Scratch.current
    try scratch.makeApp()
    try scratch.pin("Menu", "1.0.0")
    let first = try scratch.pinnedTree().tree
    try scratch.change("Menu", "feat: drinks")
    #expect(try scratch.pinnedTree().tree == first)
    try scratch.bump("Menu", "1.1.0")
    #expect(try scratch.pinnedTree().tree == first)
    try scratch.pin("Menu", "1.1.0")
    #expect(try scratch.pinnedTree().tree != first)
    try scratch.pin("Menu", "1.0.0")
    #expect(try scratch.pinnedTree().tree == first)
  }

  @Test func `a pinned tree is a registry that says what is in it`() throws {
    let scratch = Scratch.current
    try scratch.makeApp()
    try scratch.pin("Menu", "1.0.0")
    let tree = try scratch.pinnedTree().tree
    let manifest = try ManifestDocument(
      reading: Array(scratch.git("cat-file", "blob", "\(tree):Registry/manifest.json").utf8),
      file: "manifest.json"
    ).manifest
    #expect(manifest.components[try ComponentName("Menu")]?.version?.description == "1.0.0")
    #expect(manifest.components[try ComponentName("Kitchen")]?.version == nil)
  }

  @Test func `folders nest, each with its own release or working tree`() throws {
    let scratch = Scratch.current
    try scratch.makeApp()
    for (folder, name) in [("Outer", "Outer"), ("Outer/Inner", "Inner")] {
      try scratch.write(
        """
        // swift-tools-version: 6.0
        import PackageDescription
        let package = Package(name: "\(name)")

        """,
        to: "\(folder)/Package.swift"
      )
    }
    try scratch.write("let a = 1\n", to: "Outer/Sources/A.swift")
    try scratch.write("let b = 1\n", to: "Outer/Inner/Sources/B.swift")
    try scratch.writeAppManifest(
      #""app": { "path": ".", "pins": {} }"#,
      components: [
        "Menu": "Components/Menu", "Kitchen": "Components/Kitchen", "Outer": "Outer",
        "Inner": "Outer/Inner",
      ]
    )
    try scratch.commitAll("Nest")
    try scratch.bump("Outer", "1.0.0")
    try scratch.bump("Inner", "1.0.0")
    try scratch.write("let a = 2\n", to: "Outer/Sources/A.swift")
    try scratch.write("let b = 2\n", to: "Outer/Inner/Sources/B.swift")
    try scratch.commitAll("Change both")

    func sources() throws -> [String] {
      let tree = try scratch.pinnedTree().tree
      return try ["Outer/Sources/A.swift", "Outer/Inner/Sources/B.swift"].map {
        try scratch.git("cat-file", "blob", "\(tree):\($0)")
      }
    }
    #expect(try sources() == ["let a = 2", "let b = 2"])
    try scratch.pin("Outer", "1.0.0")
    #expect(try sources() == ["let a = 1", "let b = 2"])
    try scratch.pin("Inner", "1.0.0")
    #expect(try sources() == ["let a = 1", "let b = 1"])
    try scratch.pin("Outer", nil)
    #expect(try sources() == ["let a = 2", "let b = 1"])
  }

  @Test func `the pinned tree takes in uncommitted files on request, but not of pinned components`()
    throws
  {
    let scratch = Scratch.current
    try scratch.makeApp()
    try scratch.pin("Menu", "1.0.0")
    let committed = try scratch.pinnedTree()
    try scratch.write("// mended\n", to: "Sources/app/App.swift")
    try scratch.write("// new\n", to: "Sources/app/New.swift")
    try scratch.write("// not built\n", to: "Components/Menu/Sources/Menu/Menu.swift")
    try scratch.write("nobody\n", to: "ignored")
    try scratch.git("rm", "-q", ".gitignore", "--cached")

    let unchanged = try scratch.pinnedTree()
    #expect(unchanged.tree == committed.tree)
    #expect(
      unchanged.notes == [
        "'Menu' has uncommitted changes, but is built from its release 1.0.0"
      ]
    )
    let before = try scratch.files(of: committed.tree)
    let after = try scratch.files(of: scratch.pinnedTree(usesWorkingFiles: true).tree)
    let differing = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
    #expect(differing == ["Sources/app/App.swift", "Sources/app/New.swift"])
  }

  @Test func `a release finds what has moved since, and what it does not find is named`() throws {
    let scratch = Scratch.current
    try scratch.makeApp()
    try scratch.pin("Kitchen", "1.0.0")
    // Both move together: their relative paths still hold.
    try scratch.git("mv", "Components", "Packages")
    try scratch.writeAppManifest(
      #""app": { "path": ".", "pins": { "Kitchen": "1.0.0" } }"#,
      components: ["Menu": "Packages/Menu", "Kitchen": "Packages/Kitchen"]
    )
    try scratch.commitAll("Move both")
    _ = try scratch.sync()
    try scratch.git("mv", "Packages/Menu", "Menu")
    try scratch.writeAppManifest(
      #""app": { "path": ".", "pins": { "Kitchen": "1.0.0" } }"#,
      components: ["Menu": "Menu", "Kitchen": "Packages/Kitchen"]
    )
    try scratch.commitAll("Move one")
    _ = try scratch.sync()
    let manifest = try scratch.read("\(scratch.layout)/Packages/Kitchen/Package.swift")
    #expect(manifest.contains(#".package(path: "../../Menu")"#))
    // The commit of the release says where the components were then.
    let log = try scratch.read("Registry/releases/Kitchen.jsonl")
    try scratch.write(
      log.replacing(
        #/"source":"[0-9a-f]+"/#,
        with: #""source":"\#(String(repeating: "1", count: 40))""#
      ),
      to: "Registry/releases/Kitchen.jsonl"
    )
    try scratch.commitAll("Forget a commit")
    #expect(code { try scratch.sync() } == "missing-dependency")
  }

  @Test func `the pinned tree takes in uncommitted files as git would store them`() throws {
    let scratch = Scratch.current
    try scratch.makeApp()
    try scratch.write("*.swift text\n", to: ".gitattributes")
    try scratch.commitAll("Normalise the ends of lines")
    try scratch.write("// mended\r\n", to: "Sources/app/App.swift")
    let tree = try scratch.pinnedTree(usesWorkingFiles: true).tree
    let stored = try scratch.git("rev-parse", "\(tree):Sources/app/App.swift")
    #expect(try scratch.git("hash-object", "Sources/app/App.swift") == stored)
  }

  @Test func `a log that is not checked out is as it was committed`() throws {
    let scratch = Scratch.current
    try scratch.makeApp()
    try scratch.pin("Menu", "1.0.0")
    let committed = try scratch.pinnedTree().tree
    try scratch.git("sparse-checkout", "set", "--no-cone", "/*", "!/Registry/releases/")
    #expect(!FileManager.default.fileExists(atPath: "\(scratch.path)/Registry/releases"))
    #expect(try scratch.pinnedTree(usesWorkingFiles: true).tree == committed)
  }

  @Test func `the pinned tree keeps committed file modes if git does not read modes`() throws {
    let scratch = Scratch.current
    try scratch.makeApp()
    try scratch.git("config", "core.fileMode", "false")
    for file in ["Sources/app/App.swift", "Sources/app/New.swift"] {
      try scratch.write("// new\n", to: file)
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755],
        ofItemAtPath: "\(scratch.path)/\(file)"
      )
    }
    let tree = try scratch.pinnedTree(usesWorkingFiles: true).tree
    let modes = try scratch.git("ls-tree", "--format=%(objectmode)", "\(tree):Sources/app")
    #expect(modes == "100644\n100644")
  }

  @Test func `a manifest that is being edited stands in nobody's way`() throws {
    let scratch = Scratch.current
    try scratch.makeApp()
    let committed = try scratch.pinnedTree()
    try scratch.write("{ nonsense\n", to: "Registry/manifest.json")
    let pinned = try scratch.pinnedTree()
    #expect(pinned.tree == committed.tree)
    #expect(
      pinned.notes == [
        "'Registry/manifest.json' has uncommitted changes, and cannot be read: expected a"
          + " key in double quotes, found 'n'"
      ]
    )
    #expect(code { _ = try scratch.pinnedTree(usesWorkingFiles: true) } == "malformed-json")
  }

  @Test func `an app whose folder is not there is refused`() throws {
    let scratch = Scratch.current
    try scratch.makeApp()
    try scratch.writeAppManifest(#""app": { "path": "nowhere", "pins": { "Menu": "1.0.0" } }"#)
    try scratch.commitAll()
    #expect(code { _ = try scratch.pinnedTree() } == "not-a-folder")
    #expect(code { _ = try scratch.sync() } == "not-a-folder")
  }
}
