import Base
import Git
import Model
import Releases
import Versions
import Foundation
import ScratchMonorepos
import ScratchRepositories
import Testing

/// What a plan holds, and what it leaves alone.
extension ReleasePlanTests {
  @Test func `a requirement of the manifest holds a component back`() throws {
    try scratch.makeChain()
    try scratch.change("Menu", "feat!: no salt")
    let manifest = try scratch.read("Registry/manifest.json")
    try scratch.write(
      manifest.replacing(
        #""path": "Components/Kitchen","#,
        with: #""path": "Components/Kitchen", "requires": { "Menu": { "from": "1.0.0" } },"#
      ),
      to: "Registry/manifest.json"
    )
    try scratch.commitAll()
    #expect(try scratch.plan().words == ["Menu 1.0.0 → 2.0.0"])
    #expect(try scratch.plan().held == [])
    try scratch.change("Kitchen")
    try scratch.change("Table")
    let plan = try scratch.plan()
    #expect(plan.words == ["Menu 1.0.0 → 2.0.0"])
    #expect(plan.held.map(\.name.text) == ["Kitchen", "Table"])
    #expect(
      plan.held.map(\.refusal.message) == [
        "'Kitchen' requires 'Menu' from 1.0.0, which its next release '2.0.0' does not meet",
        "it depends on Kitchen, which has unreleased changes",
      ]
    )
    #expect(plan.hasChanges)
  }

  @Test func `a package that cannot be read is held, with the reason`() throws {
    try scratch.makeMonorepo(["Kitchen", "Menu"])
    try scratch.write("// swift-tools-version: 6.0\nlet =\n", to: "Components/Menu/Package.swift")
    try scratch.commitAll()
    let plan = try scratch.plan()
    #expect(plan.words == ["Kitchen 1.0.0"])
    #expect(plan.held.map(\.name.text) == ["Menu"])
    #expect(plan.hasChanges)
  }

  @Test func `a manifest that is a link out of the folder is read as it is released`() throws {
    try scratch.makeMonorepo(["Kitchen", "Menu"])
    try scratch.writePackage("Kitchen", dependsOn: ["../Menu"])
    try scratch.git("mv", "Components/Kitchen/Package.swift", "Kitchen.swift")
    try FileManager.default.createSymbolicLink(
      atPath: "\(scratch.path)/Components/Kitchen/Package.swift",
      withDestinationPath: "../../Kitchen.swift"
    )
    try scratch.commitAll("Link")
    #expect(try scratch.plan().held == [])
    #expect(try scratch.plan().words == ["Menu 1.0.0", "Kitchen 1.0.0"])
    let kitchen = try #require(try scratch.release().releases.last?.record)
    #expect(kitchen.requires == [try ComponentName("Menu"): .from(SemanticVersion(1, 0, 0))])
    // Its dependency is known where it changed and its manifest did not.
    try scratch.change("Menu", "feat!: no salt")
    #expect(try scratch.plan().words == ["Menu 1.0.0 → 2.0.0", "Kitchen 1.0.0 → 2.0.0"])
  }

  @Test func `a dependency that has another name now is still one`() throws {
    try scratch.makeMonorepo(["Bakery", "Menu"])
    try scratch.writePackage("Bakery", dependsOn: ["../Menu"])
    try scratch.commitAll()
    try scratch.release()
    let manifest = try scratch.read("Registry/manifest.json")
    let renamed = manifest.replacing("\"Menu\"", with: "\"Salad\"").split(separator: "\n")
      .filter { !$0.contains("\"version\"") }.joined(separator: "\n")
      .replacing("Components/Menu\",", with: "Components/Menu\"")
      .replacing("Components/Bakery\",", with: "Components/Bakery\"")
    try scratch.write(renamed + "\n", to: "Registry/manifest.json")
    try scratch.commitAll("Rename the menu")
    try scratch.change("Bakery", "fix: salt")
    // By names alone it would come first, and be refused for what is released behind it.
    let plan = try scratch.plan("Bakery")
    #expect(plan.held == [])
    #expect(plan.words == ["Salad 1.0.0", "Bakery 1.0.0 → 1.0.1"])
  }

  @Test func `a pre-release of a dependency is for those who ask for it`() throws {
    try scratch.makeChain()
    try scratch.change("Menu", "feat: soup")
    try scratch.bump("Menu", "1.1.0-beta.0")
    let plan = try scratch.plan()
    #expect(plan.words == [])
    #expect(!plan.hasChanges)
    try scratch.change("Kitchen", "fix: salt")
    #expect(try scratch.plan().words == [])
    #expect(try scratch.plan().held.map(\.refusal.code) == [.dependencyUnreleased])
    #expect(code { try scratch.bump("Kitchen", "1.0.1") } == "dependency-unreleased")
    #expect(try scratch.plan("Kitchen=1.1.0-beta.0").words == ["Kitchen 1.0.0 → 1.1.0-beta.0"])
    let manifest = try scratch.read("Registry/manifest.json")
    try scratch.write(
      manifest.replacing(
        #""path": "Components/Kitchen","#,
        with: #""path": "Components/Kitchen", "requires": { "Menu": { "from": "1.1.0-beta" } },"#
      ),
      to: "Registry/manifest.json"
    )
    try scratch.commitAll()
    #expect(try scratch.plan().words == ["Kitchen 1.0.0 → 2.0.0", "Table 1.0.0 → 2.0.0"])
    let kitchen = try scratch.bump("Kitchen", "2.0.0").release.record
    #expect(
      kitchen.requires == [try ComponentName("Menu"): .from(try SemanticVersion("1.1.0-beta"))]
    )
  }

  @Test func `a plan holds components whose release would be refused`() throws {
    try scratch.makeMonorepo(["Kitchen", "Menu", "Table"])
    try scratch.git("rm", "-q", "Components/Kitchen/Package.swift")
    try FileManager.default.createSymbolicLink(
      atPath: "\(scratch.path)/Components/Menu/link",
      withDestinationPath: "/etc/passwd"
    )
    try scratch.commitAll()
    let plan = try scratch.plan()
    #expect(plan.words == ["Table 1.0.0"])
    #expect(
      plan.held.map { "\($0.name): \($0.refusal.code.rawValue)" }
        == ["Kitchen: no-package", "Menu: link-leaves-folder"]
    )
    for (name, reason) in [("Kitchen", "no-package"), ("Menu", "link-leaves-folder")] {
      #expect(code { try scratch.bump(name, "1.0.0") } == reason)
    }
  }

  @Test func `a pre-release hides no release that its dependents still owe`() throws {
    try scratch.makeChain()
    try scratch.change("Menu", "feat!: no salt")
    try scratch.bump("Menu", "2.0.0")
    try scratch.change("Menu", "feat: pepper")
    try scratch.bump("Menu", "2.1.0-beta.0")
    let plan = try scratch.plan()
    #expect(plan.words == [])
    #expect(plan.held.map(\.name.text) == ["Kitchen"])
  }
}
