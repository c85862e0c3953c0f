import Git
import Model
import Releases
import Reports
import Versions
import ScratchMonorepos
import ScratchRepositories
import Testing

/// `Kitchen` depends on `Menu`, and the app at the root on both.
@Suite(.scratchRepository)
struct AffectedTests {
  let scratch = Scratch.current

  /// The affected names with the reasons, by name.
  private func affected(
    since revision: String? = "HEAD~1",
    worktree: Bool = false
  ) throws -> [String: AffectedParts.Reason] {
    let parts = try Affected(since: revision, usesWorkingFiles: worktree)
      .run(in: scratch.workspace())
    let reasons =
      parts.components.map { ($0.name.text, $0.reason) }
      + parts.apps.map { ($0.name.text, $0.reason) }
    return Dictionary(uniqueKeysWithValues: reasons)
  }

  private func makeApp() throws {
    try scratch.write(
      MonorepoFiles.package("app", dependsOn: ["Components/Menu", "Components/Kitchen"]),
      to: "Package.swift"
    )
    try scratch.makeApp()
  }

  @Test func `a change reaches all that depend on it, and nothing else`() throws {
    try makeApp()
    try scratch.change("Menu")
    #expect(
      try affected() == [
        "Menu": .changed, "Kitchen": .dependency(["Menu"]), "app": .dependency(["Menu"]),
      ]
    )
    try scratch.change("Kitchen")
    #expect(try affected() == ["Kitchen": .changed, "app": .dependency(["Kitchen"])])
  }

  @Test func `a package that is no component passes a change on`() throws {
    try makeApp()
    try scratch.write(MonorepoFiles.package("Help"), to: "Tests/Help/Package.swift")
    try scratch.writePackage("Menu", dependsOn: ["../../Tests/Help"])
    try scratch.commitAll()
    try scratch.write("// new\n", to: "Tests/Help/Sources/Help/Help.swift")
    try scratch.commitAll()
    #expect(
      try affected() == [
        "Menu": .dependency(["Tests/Help"]), "Kitchen": .dependency(["Menu", "Tests/Help"]),
        "app": .dependency(["Menu", "Tests/Help"]),
      ]
    )
  }

  @Test func `a component that an app is built from a release of does not reach it`() throws {
    try makeApp()
    try scratch.pin("Menu", "1.0.0")
    #expect(try affected() == ["app": .releases])
    try scratch.change("Menu")
    #expect(try affected() == ["Menu": .changed, "Kitchen": .dependency(["Menu"])])
    try scratch.change("Kitchen")
    #expect(try affected() == ["Kitchen": .changed, "app": .dependency(["Kitchen"])])
  }

  @Test func `affected counts only the parts of a root package as changes of it`() throws {
    try makeApp()
    try scratch.write("# Read me\n", to: "README.md")
    try scratch.write("x\n", to: "Documentation/Guide.md")
    try scratch.commitAll()
    #expect(try affected() == [:])
    try scratch.write("// more\n", to: "Sources/app/App.swift")
    try scratch.commitAll()
    #expect(try affected() == ["app": .changed])
    try scratch.write("{}\n", to: "Package.resolved")
    try scratch.commitAll()
    #expect(try affected() == ["app": .changed])
  }

  @Test func `affected counts all files of a computed root package, except other packages`() throws
  {
    let package = MonorepoFiles.package("app", dependsOn: ["Components/Menu"])
    try scratch.write(
      package.replacing(".target(name: \"app\"", with: ".target(name: \"app\", path: place()"),
      to: "Package.swift"
    )
    try scratch.makeApp()
    try scratch.write(MonorepoFiles.package("Tool"), to: "Tool/Package.swift")
    try scratch.write("// new\n", to: "Tool/Sources/Tool/Tool.swift")
    try scratch.commitAll()
    #expect(try affected() == [:])
    try scratch.change("Kitchen")
    #expect(try affected() == ["Kitchen": .changed])
    try scratch.bump("Kitchen", "1.1.0")
    #expect(try affected() == [:], "the registry's own data")
    try scratch.write("x\n", to: "Place/File.swift")
    try scratch.commitAll()
    #expect(try affected() == ["app": .changed])
  }

  @Test func `an app that is no Swift package may use every component`() throws {
    try scratch.makeApp()
    try scratch.change("Kitchen")
    #expect(try affected() == ["Kitchen": .changed, "app": .dependency(["Kitchen"])])
    try scratch.write("x\n", to: "App.xcodeproj/project.pbxproj")
    try scratch.commitAll()
    #expect(try affected() == ["app": .changed])
  }

  @Test func `uncommitted changes count where they are asked for`() throws {
    try makeApp()
    #expect(try affected(since: nil) == [:])
    try scratch.write("// new\n", to: "Components/Kitchen/Sources/Kitchen/New.swift")
    let expected: [String: AffectedParts.Reason] = [
      "Kitchen": .changed, "app": .dependency(["Kitchen"]),
    ]
    #expect(try affected(since: nil) == expected)
    #expect(try affected(since: "HEAD") == [:])
    #expect(try affected(since: "HEAD", worktree: true) == expected)
    // A dependency that is not committed either.
    try scratch.writePackage("Menu", dependsOn: ["../Kitchen"])
    try scratch.writePackage("Kitchen")
    #expect(try affected(since: nil)["Menu"] == .changed)
  }

  @Test func `a component whose dependencies cannot be read may depend on any change`() throws {
    try makeApp()
    try scratch.write(
      MonorepoFiles.package("Menu", dependsOn: ["x"]).replacing("\"x\"", with: "place()"),
      to: "Components/Menu/Package.swift"
    )
    try scratch.commitAll()
    try scratch.commitAll()
    #expect(try affected() == [:])
    try scratch.change("Kitchen")
    let found = try affected()
    #expect(found["Kitchen"] == .changed)
    guard case .unread = found["Menu"] else {
      Issue.record("\(found)")
      return
    }
  }

  @Test func `a new component and a moved one have changed`() throws {
    try makeApp()
    try scratch.git("mv", "Components/Menu", "Components/Card")
    try scratch.writePackage("Kitchen", dependsOn: ["../Card"])
    try scratch.writeAppManifest(
      #""app": { "path": ".", "pins": {}, "product": "app" }"#,
      components: ["Menu": "Components/Card", "Kitchen": "Components/Kitchen"]
    )
    try scratch.commitAll()
    #expect(try affected()["Menu"] == .changed)
  }

  @Test func `a shallow clone suffices`() throws {
    try makeApp()
    let base = try scratch.git("rev-parse", "HEAD")
    try scratch.change("Kitchen")
    let clone = Scratch(folder: scratch.folder + "/clone")
    try scratch.git("clone", "-q", "--depth=1", "file://\(scratch.path)", clone.path)
    try clone.git("fetch", "-q", "--depth=1", "origin", base)
    let parts = try Affected(since: base).run(in: clone.workspace())
    #expect(parts.components.map(\.name.text) == ["Kitchen"])
    #expect(parts.apps.map(\.name.text) == ["app"])
  }

  @Test func `an unknown revision is refused`() throws {
    try makeApp()
    #expect(code { _ = try affected(since: "nowhere") } == "not-found")
  }

  @Test func `a path that leads out of the repository is no reason to doubt the others`() throws {
    try makeApp()
    try scratch.writePackage("Menu", dependsOn: ["../../../elsewhere/Soup"])
    try scratch.commitAll()
    try scratch.change("Kitchen")
    #expect(try affected() == ["Kitchen": .changed, "app": .dependency(["Kitchen"])])
  }
}
