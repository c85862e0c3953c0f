@testable import SemverRules
import Testing

struct AvailabilityTests {
  private static func lines(
    from before: String,
    to after: String,
    for platforms: [String: String] = [:],
    modulesInC: Set<String> = []
  ) -> [String] {
    let indexes = [before, after].map { text in
      InterfaceIndex(
        [ModuleInterface(text: text, of: "Menu")],
        oldestSystems: OldestSystems(platforms),
        modulesInC: modulesInC
      )
    }
    return InterfaceDifference(from: indexes[0], to: indexes[1], of: ["Menu"]).changes.map(\.line)
  }

  @Test func `a type that needs newer systems is told of once, without its members`() {
    let lines = Self.lines(
      from: "public struct S { public func f() }\nextension Menu.S: Swift.Hashable { }",
      to: """
        @available(macOS 99, iOS 99, *) public struct S { public func f() }
        @available(macOS 99, iOS 99, *) extension Menu.S: Swift.Hashable { }
        """
    )
    #expect(lines == ["struct S is available since iOS 99, macOS 99 only [availability-narrowed]"])
  }

  @Test func `a member that needs a newer system than its type is told of`() {
    let lines = Self.lines(
      from: "public struct S { public func f() }",
      to: "@available(macOS 99, *) public struct S { @available(macOS 100, *) public func f() }"
    )
    #expect(
      lines == [
        "struct S is available since macOS 99 only [availability-narrowed]",
        "func S.f() is available since macOS 100 only [availability-narrowed]",
      ]
    )
  }

  @Test func `a system that the manifest requires is no difference`() {
    let (before, after) = ("public func f()", "@available(macOS 14, *) public func f()")
    #expect(Self.lines(from: before, to: after, for: ["macOS": "14.0"]) == [])
    #expect(
      Self.lines(from: before, to: after, for: ["macOS": "13"]) == [
        "func f() is available since macOS 14 only [availability-narrowed]"
      ]
    )
  }

  @Test func `a type of C is the same in all modules that include it`() {
    let (before, after) = ("public var s: CMenu.stat", "public var s: SwiftGlibc.stat")
    #expect(Self.lines(from: before, to: after, modulesInC: ["CMenu"]) == [])
    #expect(
      Self.lines(from: before, to: after) == [
        "var s is C.stat in place of CMenu.stat [property-type-changed]"
      ]
    )
  }
}
