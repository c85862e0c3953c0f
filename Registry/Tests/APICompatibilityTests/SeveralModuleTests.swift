import APICompatibility
import SwiftInterface
import Testing

/// Packages of several modules, whose interfaces are as the compiler writes them.
struct SeveralModuleTests {
  private func lines(
    from old: [String: String],
    to new: [String: String],
    of modules: Set<String>
  ) -> [String] {
    let indexes = [old, new].map { state in
      InterfaceIndex(state.map { ModuleInterface(text: $0.value, of: $0.key) })
    }
    return InterfaceDifference(from: indexes[0], to: indexes[1], of: modules).changes.map(\.line)
  }

  private static let core = """
    public struct Loaf {
      public func bake(_ x: KitCore.Loaf) -> Swift.Int
    }
    public func cool()
    """

  @Test func `what a module re-exports is part of it`() {
    let kit = "@_exported import KitCore\n"
    let changed = lines(
      from: ["Kit": kit, "KitCore": Self.core],
      to: ["Kit": kit, "KitCore": Self.core.replacing("public func cool()", with: "")],
      of: ["Kit"]
    )
    #expect(changed == ["func cool() was removed [declaration-removed]"])
  }

  @Test func `what moves to a module that is re-exported is still there`() {
    let whole = Self.core.replacing("KitCore.", with: "Kit.")
    let parts = ["Kit": "@_exported import KitCore\n", "KitCore": Self.core]
    #expect(lines(from: ["Kit": whole], to: parts, of: ["Kit"]) == [])
  }

  @Test func `what moves to a module that is not re-exported is gone`() {
    let changed = lines(
      from: ["Kit": "public func cool()\n", "Extra": ""],
      to: ["Kit": "", "Extra": "public func cool()\n"],
      of: ["Kit", "Extra"]
    )
    #expect(
      changed == [
        "func cool() was removed [declaration-removed]",
        "func cool() was added [declaration-added]",
      ]
    )
  }

  @Test func `the same name in another module hides no removal`() {
    let changed = lines(
      from: ["Kit": "public struct A {\n}\n", "Extra": "public struct B {\n}\n"],
      to: ["Kit": "public struct B {\n}\n", "Extra": "public struct B {\n}\n"],
      of: ["Kit", "Extra"]
    )
    #expect(
      changed == ["struct A was removed [type-removed]", "struct B was added [type-added]"]
    )
  }

  @Test func `a re-export of another package counts, and what is in it does not`() {
    let (plain, exported) = ("import Other\n", "@_exported import Other\n")
    #expect(
      lines(from: ["Kit": exported], to: ["Kit": plain], of: ["Kit"])
        == ["import Other is no longer exported [reexport-removed]"]
    )
    #expect(
      lines(from: ["Kit": plain], to: ["Kit": exported], of: ["Kit"])
        == ["import Other is exported now [reexport-added]"]
    )
  }

  @Test func `the modules whose types occur are known`() {
    let text = """
      public import Menu
      import Swift
      import Unused
      public func cook(_ dish: Menu.Dish) -> Swift.Int
      """
    #expect(ModuleInterface(text: text, of: "Kitchen").usedModules == ["Kitchen", "Menu", "Swift"])
  }

  @Test func `what the compiler writes for itself under a condition is read`() {
    let text = """
      #if compiler(>=5.3) && $AsyncExecutionBehaviorAttributes
      nonisolated(nonsending) public func cook() async
      #else
      public func fallback() async
      #endif
      """
    let declarations = ModuleInterface(text: text, of: "Kitchen").declarations
    #expect(declarations.map(\.words) == ["func cook()"])
    #expect(declarations.first?.isolation == .caller)
  }
}
