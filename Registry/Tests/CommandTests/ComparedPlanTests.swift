import Foundation
import ProgramTesting
import Testing

/// A plan with the stock toolchain, really run.
struct ComparedPlanTests {
  @Test func `a dependent follows where its public API shows what broke`() async throws {
    try await Sandbox.with { sandbox in
      try sandbox.writePackage("Kitchen", dependsOn: "../Menu")
      try sandbox.write(
        "public import Menu\npublic func cook(_ dish: Dish) {}\n",
        to: "Components/Kitchen/Sources/Kitchen/Kitchen.swift"
      )
      try write("public struct Dish { public func salt() {} }", in: sandbox)
      try await sandbox.registry("release")
      // Of a fix, as far as the commit tells.
      try write("public struct Dish {}", in: sandbox)

      let plan = try await sandbox.registry(["plan", "--quiet"], environment: Sandbox.toolchain)
      #expect(plan.error == "")
      #expect(
        plan.output == """
          Menu 1.0.0 → 2.0.0
            1 commit
            public API: 1 breakage
            - func Dish.salt() was removed [declaration-removed]
          Kitchen 1.0.0 → 2.0.0
            public API: unchanged
            updates Menu to 2.0.0, where its last release requires from 1.0.0; its public API has \
          types of Menu

          2 releases

          """
      )
    }
  }

  private func write(_ code: String, in sandbox: Sandbox) throws {
    try sandbox.write(code + "\n", to: "Components/Menu/Sources/Menu/Menu.swift")
    try sandbox.commitAll("fix: write the menu")
  }
}
