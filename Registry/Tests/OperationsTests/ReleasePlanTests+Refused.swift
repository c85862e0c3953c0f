import Base
import Git
import Model
import Releases
import Versions
import ScratchMonorepos
import ScratchRepositories
import Testing

/// Whatever a release would be refused for, the plan holds, and the others are released.
extension ReleasePlanTests {
  private func writePackage(_ name: String, tools: String = "6.0", _ arguments: String) throws {
    try scratch.write(
      """
      // swift-tools-version: \(tools)
      import PackageDescription

      let package = Package(
        name: "\(name)",
        products: [.library(name: "\(name)", targets: ["\(name)"])],
        \(arguments)
      )

      """,
      to: "Components/\(name)/Package.swift"
    )
  }

  @Test func `a plan holds refused components with place and reason, and releases the others`()
    throws
  {
    let names = ["Cake", "Dough", "Flour", "Grain", "Ice", "Soup"]
    try scratch.makeMonorepo(names)
    try writePackage(
      "Cake",
      tools: "5.5",
      """
      dependencies: [.package(path: "../Soup")],
        targets: [.target(name: "Cake", dependencies: ["Soup"])]
      """
    )
    try writePackage(
      "Dough",
      """
      dependencies: [.package(url: "https://git.invalid/yeast", branch: "main")],
        targets: [.target(name: "Dough")]
      """
    )
    try writePackage(
      "Flour",
      #"targets: [.target(name: "Flour", swiftSettings: [.unsafeFlags(["-Onone"])])]"#
    )
    try scratch.writePackage("Grain", dependsOn: ["../../Elsewhere/Soup"])
    try scratch.commitAll("Cook")
    try scratch.write("// more\n", to: "Components/Ice/Sources/Ice/Ice.swift")
    let plan = try scratch.plan()
    #expect(plan.words == ["Soup 1.0.0"])
    #expect(
      plan.held.map { held in
        let refusal = held.refusal
        return "\(held.name): \(refusal.code.rawValue), \(refusal.context ?? "")"
      } == [
        "Cake: tools-version-too-old, Components/Cake/Package.swift:7:18",
        "Dough: unversioned-dependency, Components/Dough/Package.swift:7:18",
        "Flour: unsafe-flags, Components/Flour/Package.swift:7:53",
        "Grain: dependency-no-component, component 'Grain'",
        "Ice: uncommitted-changes, component 'Ice'",
      ]
    )
    #expect(plan.held.allSatisfy { $0.refusal.help != nil })
    #expect(try scratch.release().releases.map(\.component.text) == ["Soup"])
    for name in names.dropLast() {
      let held = plan.held.first { $0.name.text == name }
      #expect(code { try scratch.bump(name, "1.0.0") } == held?.refusal.code.rawValue)
    }
  }

  @Test func `a tag that is in the way holds a component`() throws {
    try scratch.makeMonorepo(["Kitchen", "Menu"])
    try scratch.git("tag", "Menu/1.0.0")
    #expect(try scratch.plan().words == ["Kitchen 1.0.0"])
    #expect(try scratch.plan().held.map(\.refusal.code) == [.tagExists])
    #expect(try scratch.release().releases.map(\.component.text) == ["Kitchen"])
  }

  @Test func `working files are looked at once, whatever there is to release`() throws {
    let names = (1...40).map { "Part\($0)" }
    try scratch.makeMonorepo(names)
    #expect(try scratch.release().releases.count == 40)
    #expect(try scratch.manifest().components.values.allSatisfy { $0.version != nil })
    #expect(try scratch.git("status", "--porcelain") == "")
  }
}
