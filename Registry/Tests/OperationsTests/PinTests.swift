import Apps
import Base
import Git
import Model
import Releases
import Versions
import ScratchMonorepos
import ScratchRepositories
import Testing

@Suite(.scratchRepository)
struct PinTests {
  private func versions(_ result: PinComponent.Result) -> [String: String] {
    Dictionary(uniqueKeysWithValues: result.after.map { ($0.text, $1.description) })
  }

  @Test func `a pin and what it comes to are recorded in one commit`() throws {
    let scratch = Scratch.current
    try scratch.makeApp()
    let before = try scratch.git("rev-parse", "HEAD")
    let result = try scratch.pin("Menu", "1.0.0")
    #expect(try scratch.git("rev-parse", "HEAD~1") == before)
    #expect(result.commit?.hex == (try scratch.git("rev-parse", "HEAD")))
    #expect(
      try scratch.manifest().apps.values.first?.pins
        == [ComponentName("Menu"): .requirement(.exact(SemanticVersion("1.0.0")))]
    )
    #expect(
      try scratch.read("Registry/resolved.json") == """
        {
          "apps": {
            "app": {
              "Menu": "1.0.0"
            }
          },
          "schema": 1
        }

        """
    )
    #expect(
      try scratch.git("log", "-1", "--format=%B") == """
        Pin Menu 1.0.0 in app

        - app: Menu from the working tree to 1.0.0
        """
    )
    #expect(try scratch.git("status", "--porcelain") == "")
    #expect(try scratch.pin("Menu", "1.0.0").plan == nil)
  }

  @Test func `pin chooses releases for the requirements of a pinned release`() throws {
    let scratch = Scratch.current
    try scratch.makeApp()
    #expect(try versions(scratch.pin("Kitchen", "1.0.0")) == ["Kitchen": "1.0.0", "Menu": "1.0.0"])
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.1.0")
    // What was chosen stays until somebody lets go of it.
    #expect(
      try ResolvePins(context: .test()).run(in: scratch.workspace()).plan == nil
    )
    let moved = try ResolvePins(updating: ["Menu"], context: .test()).run(in: scratch.workspace())
    #expect(moved.after.apps.values.first?[try ComponentName("Menu")]?.description == "1.1.0")
    #expect(try versions(scratch.pin("Menu", .workingTree)) == ["Kitchen": "1.0.0"])
    #expect(try versions(scratch.pin("Kitchen", nil)) == [:])
  }

  @Test func `a range takes the newest release that it admits`() throws {
    let scratch = Scratch.current
    try scratch.makeApp()
    for version in ["1.0.1", "1.1.0", "2.0.0"] {
      try scratch.change("Menu")
      try scratch.bump("Menu", version)
    }
    func resolved(_ pin: VersionRequirement) throws -> String? {
      try versions(scratch.pin("Menu", .requirement(pin)))["Menu"]
    }
    #expect(try resolved(.from(SemanticVersion("1.0.0"))) == "1.1.0")
    #expect(try resolved(.upToNextMinor(from: SemanticVersion("1.0.0"))) == "1.0.1")
    #expect(
      try resolved(.range(from: SemanticVersion("1.0.0"), to: SemanticVersion("3.0.0"))) == "2.0.0"
    )
  }

  @Test func `a withdrawn release stays where it is pinned, and is not taken anew`() throws {
    let scratch = Scratch.current
    try scratch.makeApp()
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.1.0")
    try scratch.pin("Menu", "1.1.0")
    _ = try YankRelease(
      component: "Menu",
      version: SemanticVersion("1.1.0"),
      reason: "It burns.",
      context: .test()
    ).run(in: scratch.workspace())
    #expect(try scratch.pin("Menu", "1.1.0").plan == nil)
    #expect(
      try scratch.pinnedTree().releases[ComponentName("Menu")]?.version.description == "1.1.0"
    )
    try scratch.pin("Menu", "1.0.0")
    let before = try scratch.everything()
    #expect(code { try scratch.pin("Menu", "1.1.0") } == "yanked-release")
    #expect(try scratch.everything() == before)
  }

  @Test func `pin refuses unknown and unresolvable pins, and changes nothing`() throws {
    let scratch = Scratch.current
    try scratch.makeApp()
    try scratch.change("Menu")
    try scratch.bump("Menu", "2.0.0")
    try scratch.pin("Kitchen", "1.0.0")
    let before = try scratch.everything()
    #expect(code { try scratch.pin("Menue", "1.0.0") } == "unknown-component")
    #expect(code { try scratch.pin("Menu", "1.0.5") } == "unknown-release")
    // Kitchen 1.0.0 was released with Menu from 1.0.0.
    #expect(code { try scratch.pin("Menu", "2.0.0") } == "unresolvable")
    #expect(code { try scratch.pin("Menu", nil, app: "other") } == "unknown-app")
    #expect(try scratch.everything() == before)
  }

  @Test func `two apps pin differently`() throws {
    let scratch = Scratch.current
    try scratch.makeApp()
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.1.0")
    try scratch.writeAppManifest(
      #""app": { "path": ".", "pins": {} }, "tool": { "path": "Tool", "pins": {} }"#
    )
    try scratch.write("// the tool\n", to: "Tool/Package.swift")
    try scratch.commitAll("Add a tool")
    #expect(code { try scratch.pin("Menu", "1.0.0") } == "several-apps")
    let old = Pin.requirement(.exact(try SemanticVersion("1.0.0")))
    let new = Pin.requirement(.exact(try SemanticVersion("1.1.0")))
    try scratch.pin("Menu", old, app: "app")
    try scratch.pin("Menu", new, app: "tool")
    let app = try scratch.sync("app")
    let tool = try scratch.sync("tool")
    #expect(app.pinned.tree != tool.pinned.tree)
    #expect(app.packagePath == "\(scratch.path)/.registry/app/tree")
    #expect(tool.packagePath == "\(scratch.path)/.registry/tool/tree/Tool")
    let file = "Components/Menu/Sources/Menu/Change.swift"
    #expect(throws: (any Error).self) { try scratch.read(".registry/app/tree/\(file)") }
    #expect(try scratch.read(".registry/tool/tree/\(file)") == scratch.read(file))
  }

  @Test func `a pin in one app does not move the component in another`() throws {
    let scratch = Scratch.current
    try scratch.makeApp()
    let pins = #""Menu": { "from": "1.0.0" }"#
    try scratch.writeAppManifest(
      #""app": { "path": ".", "pins": { \#(pins) } }, "tool": { "path": "Tool", "pins": {} }"#
    )
    try scratch.commitAll("Add a tool")
    _ = try ResolvePins(context: .test()).run(in: scratch.workspace())
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.1.0")
    func resolved() throws -> [String] {
      let apps = try ResolvePins(context: .test()).run(in: scratch.workspace()).after.apps
      return apps.sorted { $0.key < $1.key }.map { name, releases in
        releases.map { "\(name): \($0) \($1)" }.joined()
      }
    }
    try scratch.pin("Menu", .requirement(.from(SemanticVersion("1.1.0"))), app: "tool")
    #expect(try resolved() == ["app: Menu 1.0.0", "tool: Menu 1.1.0"])
    try scratch.change("Menu", "once more")
    try scratch.bump("Menu", "1.2.0")
    for (app, expected) in [("app", "1.1.0"), (nil, "1.2.0")] {
      _ = try ResolvePins(updating: ["Menu"], app: app, context: .test())
        .run(in: scratch.workspace())
      #expect(try resolved() == ["app: Menu 1.2.0", "tool: Menu \(expected)"])
    }
    let unknown = ResolvePins(updating: ["Menu"], app: "other", context: .test())
    #expect(code { _ = try unknown.run(in: scratch.workspace()) } == "unknown-app")
  }

  @Test func `a release that requires what the manifest does not list is refused`() throws {
    let scratch = Scratch.current
    try scratch.makeApp()
    try scratch.writeAppManifest(
      #""app": { "path": ".", "pins": {} }"#,
      components: ["Kitchen": "Components/Kitchen"]
    )
    try scratch.commitAll("Forget the menu")
    let before = try scratch.everything()
    #expect(code { try scratch.pin("Kitchen", "1.0.0") } == "unknown-component")
    #expect(try scratch.everything() == before)
  }

  @Test func `pins that are edited and not committed are not passed over in silence`() throws {
    let scratch = Scratch.current
    try scratch.makeApp()
    try scratch.writeAppManifest(#""app": { "path": ".", "pins": { "Menu": "1.0.0" } }"#)
    func resolve() throws {
      _ = try ResolvePins(context: .test()).run(in: scratch.workspace())
    }
    #expect(code { try resolve() } == "uncommitted-changes")
    try scratch.commitAll("Pin the menu")
    #expect(code { try resolve() } == nil)
    #expect(try scratch.read("Registry/resolved.json").contains(#""Menu": "1.0.0""#))
  }

  @Test(arguments: ["nonsense\n", "{\n<<<<<<< ours\n", ""])
  func `a damaged record of what pins come to is made anew from the pins`(_ content: String) throws
  {
    let scratch = Scratch.current
    try scratch.makeApp()
    try scratch.pin("Menu", "1.0.0")
    let resolved = try scratch.read("Registry/resolved.json")
    try scratch.write(content, to: "Registry/resolved.json")
    try scratch.commitAll()
    #expect(code { _ = try scratch.pinnedTree() } != nil)
    #expect(try ResolvePins(context: .test()).run(in: scratch.workspace()).plan != nil)
    #expect(try scratch.read("Registry/resolved.json") == resolved)
  }

  @Test func `resolve without an app is refused if there is no earlier result`() throws {
    let scratch = Scratch.current
    try scratch.makeMonorepo()
    #expect(
      code { _ = try ResolvePins(context: .test()).run(in: scratch.workspace()) } == "no-app"
    )
    try scratch.write("{}\n", to: "Registry/resolved.json")
    try scratch.commitAll()
    #expect(try ResolvePins(context: .test()).run(in: scratch.workspace()).plan != nil)
  }

  @Test func `commands say that a listed component or app is not committed`() throws {
    let scratch = Scratch.current
    try scratch.makeApp()
    try scratch.writeAppManifest(
      #""app": { "path": ".", "pins": {} }, "web": { "path": ".", "pins": {} }"#,
      components: ["Menu": "Components/Menu", "Kitchen": "Components/Kitchen", "Soup": "Soup"]
    )
    let help = "'Registry/manifest.json' lists it and is not committed: commit it first"
    for body in [
      { _ = try scratch.bump("Soup", "1.0.0") },
      { _ = try scratch.pin("Menu", .workingTree, app: "web") },
      { _ = try scratch.sync("web") },
    ] as [() throws -> Void] {
      #expect { try body() } throws: { ($0 as? OperationError)?.help == help }
    }
  }
}
