import Base
import Git
import Model
import Releases
import Versions
import Foundation
import ScratchMonorepos
import ScratchRepositories
import Testing

/// What is left out of a release, and what cannot be.
extension PublishedContentTests {
  @Test func `a submodule that no product needs is left out`() throws {
    try scratch.makeMonorepo()
    try scratch.write("// a test\n", to: "Components/Menu/Tests/MenuTests/Test.swift")
    try addSubmodule("Components/Menu/Vendor")
    let release = try scratch.bump("Menu", "1.0.0").release.record
    #expect(try release.omits == [TreePath("Vendor")])
    #expect(try !published().contains { $0.hasPrefix("Vendor") })
    #expect(try isSound())
    #expect(try !mirrored().contains { $0.contains("Vendor") })
  }

  @Test(arguments: [
    ("Sources/Menu/Vendor", ".target(name: \"Menu\")"),
    ("Vendor", ".target(name: \"Menu\", path: \"Vendor/src\")"),
    ("Vendor", ".target(name: \"Menu\", path: \".\", exclude: [\"Docs\"])"),
    (
      "Vendor/inner",
      ".target(name: \"Menu\", dependencies: [\"C\"]), .target(name: \"C\", path: \"Vendor\")"
    ),
    ("Sources/Menu", ".target(name: \"Menu\")"),
  ])
  func `a submodule that a product is built from is refused`(path: String, targets: String) throws {
    try scratch.makeMonorepo()
    try writeManifest(targets: targets)
    if path == "Sources/Menu" { try scratch.git("rm", "-q", "-r", "Components/Menu/Sources") }
    try addSubmodule("Components/Menu/\(path)")
    #expect(code { try scratch.bump("Menu", "1.0.0") } == "submodule-needed")
  }

  @Test(arguments: [
    ".target(name: \"Menu\", path: \".\", exclude: [\"Vendor\"])",
    ".target(name: \"Menu\"), .target(name: \"Unused\", path: \"Vendor\")",
    ".target(name: \"Menu\"), .testTarget(name: \"Tests\", dependencies: [\"Menu\"], path: \"Vendor\")",
  ])
  func `a submodule that only other targets have is left out`(targets: String) throws {
    try scratch.makeMonorepo()
    try writeManifest(targets: targets)
    try addSubmodule("Components/Menu/Vendor")
    #expect(try scratch.bump("Menu", "1.0.0").release.record.omits == [TreePath("Vendor")])
  }

  func writeManifest(targets: String) throws {
    try scratch.write(
      """
      // swift-tools-version: 6.0
      import PackageDescription

      let package = Package(
        name: "Menu",
        products: [.library(name: "Menu", targets: ["Menu"])],
        targets: [\(targets)]
      )

      """,
      to: "Components/Menu/Package.swift"
    )
    try scratch.commitAll()
  }

  private static let pointer = """
    version https://git-lfs.github.com/spec/v1
    oid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393
    size 12345

    """

  @Test func `a pointer of Git LFS is refused and named, unless it is left out`() throws {
    try scratch.makeMonorepo()
    try scratch.write(
      "version https://git-lfs.github.com/spec/v1 is a format\n",
      to: "Components/Menu/a"
    )
    try scratch.write(Self.pointer, to: "Components/Menu/Sources/Menu/film.mp4")
    try scratch.commitAll("Store a film")
    let error = #expect(throws: OperationError.self) { try scratch.bump("Menu", "1.0.0") }
    #expect(error?.code.rawValue == "large-file-pointer")
    #expect(error?.message.hasPrefix("'Sources/Menu/film.mp4' is a Git LFS pointer") == true)
    try scratch.write("*.mp4 filter=lfs export-ignore\n", to: "Components/Menu/.gitattributes")
    try scratch.commitAll("Leave it out")
    #expect(
      try scratch.bump("Menu", "1.0.0").release.record.omits == [TreePath("Sources/Menu/film.mp4")]
    )
  }

  @Test func `a release leaves out files that attributes of its commit omit, permanently`() throws {
    try scratch.makeMonorepo()
    try scratch.write("// a test\n", to: "Components/Menu/Tests/MenuTests/Test.swift")
    try scratch.write("// kept\n", to: "Components/Menu/Sources/Menu/kept.generated.swift")
    try scratch.write("// not\n", to: "Components/Menu/Sources/Menu/other.generated.swift")
    try scratch.write("text\n", to: "Components/Menu/Docs/text")
    try scratch.write(
      "*.generated.swift export-ignore\n/Components/*/Docs export-ignore\nComponents export-ignore\n",
      to: ".gitattributes"
    )
    try scratch.write(
      "/Tests export-ignore\nSources/Menu/kept* -export-ignore\n",
      to: "Components/Menu/.gitattributes"
    )
    try scratch.commitAll("Leave something out")
    // What is not committed has no say.
    try scratch.write("*.swift export-ignore\n", to: ".git/info/attributes")
    let release = try scratch.bump("Menu", "1.0.0").release.record
    let omits = ["Docs", "Sources/Menu/other.generated.swift", "Tests"]
    #expect(release.omits.sorted().map(\.description) == omits)
    let files = [
      ".gitattributes", "Package.swift", "Sources/Menu/Menu.swift",
      "Sources/Menu/kept.generated.swift",
    ]
    #expect(try published() == files)
    #expect(try mirrored().compactMap { $0.split(separator: "\t").last.map(String.init) } == files)
    try scratch.git("rm", "-q", ".gitattributes", "Components/Menu/.gitattributes")
    try scratch.commitAll("Leave nothing out")
    #expect(try published() == files)
    #expect(try isSound())
    // The same content without what is left out is another release.
    try scratch.git("revert", "--no-edit", "HEAD")
    #expect(code { try scratch.bump("Menu", "1.0.1") } == "nothing-changed")
    try scratch.write("/Components/*/Docs export-ignore\n", to: ".gitattributes")
    try scratch.commitAll("Leave out less")
    #expect(try scratch.bump("Menu", "1.0.1").release.record.omits.count == 2)
  }

  @Test func `a change of what is left out is no change of the component`() throws {
    try scratch.makeMonorepo(["Kitchen", "Menu"])
    try scratch.write("/Tests export-ignore\n", to: "Components/Menu/.gitattributes")
    try scratch.write("// a test\n", to: "Components/Menu/Tests/MenuTests/Test.swift")
    try scratch.writePackage("Kitchen", dependsOn: ["../Menu"])
    try scratch.commitAll("Leave out tests")
    try scratch.bump("Menu", "1.0.0")
    try scratch.write("// another\n", to: "Components/Menu/Tests/MenuTests/Test.swift")
    try scratch.commitAll("feat: test more")
    #expect(try scratch.plan("Menu").releases.isEmpty)
    #expect(code { try scratch.bump("Menu", "1.1.0") } == "nothing-changed")
    #expect(try scratch.bump("Menu", "1.0.0").plan == nil)
    // Nor does it stand in the way of what depends on it.
    try scratch.bump("Kitchen", "1.0.0")
    try scratch.write("// new\n", to: "Components/Menu/Sources/Menu/New.swift")
    try scratch.commitAll("fix: serve more")
    // Nor do its commits say what the next version is.
    #expect(try scratch.plan("Menu").releases.map(\.version.description) == ["1.0.1"])
  }

  @Test func `new files that new attributes leave out are no change either`() throws {
    try scratch.makeMonorepo(["Menu"])
    try scratch.bump("Menu", "1.0.0")
    try scratch.write("/Components/*/Notes export-ignore\n", to: ".gitattributes")
    try scratch.write("text\n", to: "Components/Menu/Notes/text")
    try scratch.commitAll("Take notes")
    #expect(code { try scratch.bump("Menu", "1.0.1") } == "nothing-changed")
    try scratch.git("rm", "-q", ".gitattributes")
    try scratch.commitAll("Publish the notes")
    try scratch.bump("Menu", "1.0.1")
  }

  @Test func `a link does not bring back what is left out`() throws {
    try scratch.makeMonorepo()
    try scratch.write("text\n", to: "Components/Menu/Documentation/text")
    try link("Components/Menu/Docs", to: "Documentation")
    try link("Components/Menu/text", to: "Docs/text")
    // It is not unpacked before what it leads to.
    try link("Components/Menu/Sources/Menu/text", to: "../../Documentation/text")
    // Out of the folder, and back into it.
    try link("Components/Menu/Sources/Menu/again", to: "../../../Menu/Documentation")
    try scratch.write("Documentation export-ignore\n", to: "Components/Menu/.gitattributes")
    try scratch.commitAll("Leave out the documentation")
    let release = try scratch.bump("Menu", "1.0.0").release.record
    #expect(release.files == [:])
    #expect(
      release.omits.sorted().map(\.description)
        == ["Docs", "Documentation", "Sources/Menu/again", "text"]
    )
    let files = [".gitattributes", "Package.swift", "Sources/Menu/Menu.swift", "Sources/Menu/text"]
    #expect(try published() == files)
    #expect(try content("Sources/Menu/text") == "../../Documentation/text")
    // Git keeps the links, which lead nowhere, and brings back nothing either.
    let list = "alias.list=!git archive HEAD:Components/Menu | tar -t | grep -v '/$' | sort"
    let archived = try scratch.git("-c", list, "list").split(separator: "\n").map(String.init)
    #expect(archived.filter { !["Docs", "Sources/Menu/again", "text"].contains($0) } == files)
    #expect(!archived.contains { $0.hasPrefix("Documentation") || $0.hasPrefix("Docs/") })
    #expect(try isSound())
  }

  @Test func `a link to a folder of which a part is left out is refused`() throws {
    try scratch.makeMonorepo()
    try scratch.write("text\n", to: "Components/Menu/Documentation/text")
    try scratch.write("secret\n", to: "Components/Menu/Documentation/drafts/secret")
    try link("Components/Menu/Docs", to: "Documentation")
    try scratch.write("drafts export-ignore\n", to: "Components/Menu/.gitattributes")
    try scratch.commitAll("Leave out the drafts")
    let error = #expect(throws: OperationError.self) { try scratch.bump("Menu", "1.0.0") }
    #expect(error?.code.rawValue == "link-leaves-folder")
    #expect(
      error?.message
        == "the link 'Docs' to 'Documentation' points to 'Components/Menu/Documentation', of which"
        + " 'Components/Menu/Documentation/drafts' is left out"
    )
    try scratch.write(
      "drafts export-ignore\n/Docs export-ignore\n",
      to: "Components/Menu/.gitattributes"
    )
    try scratch.commitAll("Leave out the link")
    #expect(try scratch.bump("Menu", "1.0.0").release.record.omits.count == 2)
  }

  @Test func `a package whose manifest is left out is none`() throws {
    try scratch.makeMonorepo()
    try scratch.write("* export-ignore\n", to: "Components/Menu/.gitattributes")
    try scratch.commitAll()
    #expect(code { try scratch.bump("Menu", "1.0.0") } == "no-package")
  }
}
