import Base
import Content
import Git
import Mirror
import Model
import Releases
import Reports
import Versions
import Foundation
import ScratchMonorepos
import ScratchRepositories
import Testing

/// What leaves the repository of a component that has links, submodules, attributes or pointers.
@Suite(.scratchRepository)
struct PublishedContentTests {
  let scratch = Scratch.current

  func link(_ path: String, to target: String) throws {
    let place = "\(scratch.path)/\(path)"
    try FileManager.default.createDirectory(
      atPath: URL(filePath: place).deletingLastPathComponent().path(percentEncoded: false),
      withIntermediateDirectories: true
    )
    try FileManager.default.createSymbolicLink(atPath: place, withDestinationPath: target)
  }

  func addSubmodule(_ path: String) throws {
    let other = Scratch(folder: "\(scratch.folder)/other")
    _ = try Repository.create(at: other.path)
    try other.write("theirs\n", to: "theirs")
    try other.commitAll("Begin")
    let allow = "protocol.file.allow=always"
    try scratch.git("-c", allow, "submodule", "add", "-q", other.path, path)
    try scratch.commitAll("Add a submodule")
  }

  /// What a release of `Menu` is, unpacked by the program that the package manager unpacks with.
  func published(_ version: String = "1.0.0") throws -> [String] {
    let archive = "\(scratch.folder)/\(version).zip"
    _ = try WriteArchive(component: "Menu", version: SemanticVersion(version))
      .run(in: scratch.workspace(), toFile: archive)
    let list = "alias.list=!unzip -Z1 '\(archive)' | sed 's|^[^/]*/||' | sort"
    return try scratch.git("-c", list, "list").split(separator: "\n").map(String.init)
  }

  func content(_ file: String, _ version: String = "1.0.0") throws -> String {
    let archive = "\(scratch.folder)/\(version).zip"
    return try scratch.git("-c", "alias.show-file=!unzip -p '\(archive)' '*/\(file)'", "show-file")
  }

  func record(_ version: String = "1.0.0") throws -> Release {
    try #require(try scratch.log(of: "Menu").release(SemanticVersion(version)))
  }

  func mirrored(_ version: String = "1.0.0") throws -> [String] {
    let folder = scratch.folder + "/mirror"
    _ = try MirrorReleases(["Menu"], to: MirrorTarget(folder), context: .test()).run(
      in: scratch.workspace()
    )
    let git = ["--git-dir", "\(folder)/Menu.git"]
    try scratch.git(git + ["fsck", "--strict"])
    return try scratch.git(git + ["ls-tree", "-r", version]).split(separator: "\n").map(String.init)
  }

  func isSound() throws -> Bool {
    try Verify().run(in: scratch.workspace()).findings == []
  }

  @Test func `a link is the file that it leads to, for ever`() throws {
    try scratch.makeMonorepo()
    try scratch.write("All rights\n", to: "LICENSE")
    try scratch.write("#!/bin/sh\n", to: "Scripts/check")
    try scratch.git("add", "-A")
    try scratch.git("update-index", "--chmod=+x", "Scripts/check")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755],
      ofItemAtPath: "\(scratch.path)/Scripts/check"
    )
    try link("Scripts/current", to: "./check")
    try link("Components/Menu/LICENSE", to: "../../LICENSE")
    try link("Components/Menu/Docs/COPYING", to: "../LICENSE")
    try link("Components/Menu/Docs/inside", to: "../Package.swift")
    try link("Components/Menu/check", to: "../../Scripts/current")
    try scratch.commitAll("Link")
    let release = try scratch.bump("Menu", "1.0.0").release.record
    let license = try ObjectID(hex: scratch.git("rev-parse", "HEAD:LICENSE"))
    let check = try ObjectID(hex: scratch.git("rev-parse", "HEAD:Scripts/check"))
    #expect(
      try release.files == [
        TreePath("LICENSE"): PublishedObject(.file, license),
        TreePath("Docs/COPYING"): PublishedObject(.file, license),
        TreePath("check"): PublishedObject(.executable, check),
      ]
    )
    try scratch.git("rm", "-q", "LICENSE", "Components/Menu/LICENSE")
    try scratch.commitAll("Do without")
    #expect(
      try published() == [
        "Docs/COPYING", "Docs/inside", "LICENSE", "Package.swift", "Sources/Menu/Menu.swift",
        "check",
      ]
    )
    #expect(try content("Docs/COPYING") == "All rights")
    #expect(try content("Docs/inside") == "../Package.swift")
    #expect(try isSound())
    let files = try mirrored()
    #expect(files.contains("100644 blob \(license)\tLICENSE"))
    #expect(files.contains("100755 blob \(check)\tcheck"))
    #expect(files.contains { $0.hasPrefix("120000") && $0.hasSuffix("\tDocs/inside") })
  }

  @Test func `a link to a folder is the folder`() throws {
    try scratch.makeApp()
    try scratch.write("public let shared = 1\n", to: "Shared/Sources/Shared.swift")
    try scratch.write("note\n", to: "Shared/Sources/Notes/note")
    try link("Shared/Sources/link", to: "Notes/note")
    try link("Components/Menu/Sources/Menu/Shared", to: "../../../../Shared/Sources")
    try scratch.write("text\n", to: "Components/Menu/Documentation/text")
    // The package manager does not unpack such a link.
    try link("Components/Menu/Docs", to: "Documentation")
    try scratch.commitAll("Link")
    try scratch.bump("Menu", "1.1.0")
    let files = try published("1.1.0")
    #expect(files.contains("Docs/text") && files.contains("Documentation/text"))
    #expect(files.contains("Sources/Menu/Shared/Shared.swift"))
    #expect(files.contains("Sources/Menu/Shared/Notes/note"))
    #expect(try content("Sources/Menu/Shared/link", "1.1.0") == "Notes/note")
    #expect(try isSound())
    // What is pinned is what was released, whatever became of the folder.
    try scratch.pin("Menu", "1.1.0")
    try scratch.write("public let shared = 2\n", to: "Shared/Sources/Shared.swift")
    try scratch.commitAll("Go on")
    try scratch.sync()
    let laidOut = ".registry/app/tree/Components/Menu/Sources/Menu/Shared/Shared.swift"
    #expect(try scratch.read(laidOut) == "public let shared = 1\n")
    #expect(code { try scratch.bump("Menu", "1.1.1") } == nil)
  }

  @Test(arguments: [
    ("../../../outside", "points outside the repository"),
    ("/etc/passwd", "is absolute"),
    ("../../missing", "points to 'missing', which is not committed"),
    ("../../LICENSE/x", "points to 'LICENSE', which is not committed"),
    ("../../circle", "is part of a cycle of links"),
    ("../../Components", "points to a folder that contains the component"),
    ("../..", "points to a folder that contains the component"),
    ("../../ignored", "points to 'ignored', which is not committed"),
    ("../../.git/config", "points to '.git', which is not committed"),
    ("Docs/missing", "points to 'Components/Menu/Docs', which is not committed"),
    (".", "points to a folder that contains the component"),
  ])
  func `a link that ends at nothing that is committed is refused`(
    target: String,
    fault: String
  ) throws {
    try scratch.makeMonorepo()
    try scratch.write("ignored\n", to: ".gitignore")
    try scratch.write("secret\n", to: "ignored")
    try scratch.write("All rights\n", to: "LICENSE")
    try link("circle", to: "circle")
    try link("Components/Menu/link", to: target)
    try scratch.commitAll("Link")
    let error = #expect(throws: OperationError.self) { try scratch.bump("Menu", "1.0.0") }
    #expect(error?.code.rawValue == "link-leaves-folder")
    #expect(error?.message == "the link 'link' to '\(target)' \(fault)")
    let held = try PlanReleases().run(in: scratch.workspace()).held
    #expect(held.map(\.name.text) == ["Menu"])
  }

  @Test func `a link right in the folder is what it leads to`() throws {
    try scratch.makeMonorepo()
    try scratch.write("text\n", to: "Components/Menu/Docs/text")
    try scratch.write("# Menu\n", to: "Components/Menu/README.md")
    try link("Components/Menu/README", to: "README.md")
    try link("Components/Menu/text", to: "Manual/text")
    try link("Components/Menu/Manual", to: "Docs")
    try link("Components/Menu/Docs/link", to: "../README")
    try scratch.commitAll("Link")
    let release = try scratch.bump("Menu", "1.0.0").release.record
    #expect(release.files.keys.sorted().map(\.description) == ["Manual", "README", "text"])
    #expect(try published().contains("Manual/link"))
    #expect(try content("README") == "# Menu")
    #expect(try content("Docs/link") == "../README")
    #expect(try isSound())
  }

  @Test func `dependencies are rewritten in a manifest that is a link`() throws {
    try scratch.makeMonorepo()
    try scratch.writePackage("Kitchen", dependsOn: ["../Menu"])
    try scratch.git("mv", "Components/Kitchen/Package.swift", "Kitchen.swift")
    try link("Components/Kitchen/Package.swift", to: "../../Kitchen.swift")
    try scratch.commitAll("Link")
    try scratch.bump("Menu", "1.0.0")
    let release = try scratch.bump("Kitchen", "1.0.0").release.record
    #expect(try release.requires.keys.sorted() == [ComponentName("Menu")])
    let manifest = try PublishedRelease(component: ComponentName("Kitchen"), release: release)
      .manifests(from: scratch.open())
    let text = manifest.values.map { String(decoding: $0, as: UTF8.self) }.joined()
    #expect(text.contains(#".package(id: "cookr.Menu", from: "1.0.0")"#))
    let folder = scratch.folder + "/mirror"
    _ = try MirrorReleases(
      to: MirrorTarget(folder),
      options: MirrorReleases.Options(base: "https://x.example"),
      context: .test()
    )
    .run(in: scratch.workspace())
    let mirrored = ["--git-dir", "\(folder)/Kitchen.git", "show", "1.0.0:Package.swift"]
    #expect(try scratch.git(mirrored).contains(#"url: "https://x.example/Menu.git""#))
  }
}
