import SemverRules
import Testing
import Versions

/// The example of the README.
struct ExampleTests {
  @Test func `a new parameter asks for a major version`() throws {
    let before = InterfaceIndex([ModuleInterface(text: "public func bake()", of: "Oven")])
    let after = InterfaceIndex([
      ModuleInterface(text: "public func bake(_ minutes: Int)", of: "Oven")
    ])
    let difference = InterfaceDifference(from: before, to: after, of: ["Oven"])
    let version = difference.level
      .lowestAllowedVersion(after: try SemanticVersion(parsing: "1.2.0"))
    #expect(version.description == "2.0.0")
    #expect(difference.changes.map(\.rule) != [])
  }
}
