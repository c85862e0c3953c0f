import Foundation
import ProgramTesting
import Testing

/// How often a plan of many components builds, counted by a `swift` that starts the real one.
struct PreparedComparisonTests {
  /// Three components with a release each: Kitchen depends on Menu, and Cellar on nothing.
  private func with(
    _ body: (Sandbox, _ plan: () async throws -> (output: String, builds: [String])) async throws
      -> Void
  ) async throws {
    try await Sandbox.with(["Cellar", "Menu", "Kitchen"]) { sandbox in
      try sandbox.writePackage("Kitchen", dependsOn: "../Menu")
      try write("Menu", "public struct Dish {}", sandbox)
      try write("Kitchen", "public import Menu\npublic func cook(_ dish: Dish) {}", sandbox)
      try write("Cellar", "public func fetch() {}", sandbox)
      try await sandbox.registry("release")
      try sandbox.shell(
        """
        mkdir -p bin
        cat > bin/swift <<'END'
        #!/bin/bash
        PATH=\(Sandbox.toolchain["PATH"] ?? "")
        case "$1" in
        -print-target-info) swift "$@" | sed "s|\\"runtimeResourcePath\\": \\".*\\"|\\
        \\"runtimeResourcePath\\": \\"$HOME/lib/swift\\"|"; exit ;;
        build) echo "$3" | sed 's|.*/cache/||' >> "$HOME/builds" ;;
        esac
        exec swift "$@"
        END
        chmod +x bin/swift
        """
      )
      try await body(sandbox) {
        try Data().write(to: URL(filePath: sandbox.folder + "/builds"))
        let run = try await sandbox.registry(
          ["plan", "--quiet"],
          environment: ["PATH": "\(sandbox.folder)/bin:/usr/bin:/bin"]
        )
        #expect(run.status == 0, "\(run.error)")
        let builds = try String(contentsOfFile: sandbox.folder + "/builds", encoding: .utf8)
        // Two of them start at the same time.
        return (run.output, builds.split(separator: "\n").map(String.init).sorted())
      }
    }
  }

  private func write(_ component: String, _ code: String, _ sandbox: Sandbox) throws {
    try sandbox.write(
      code + "\n",
      to: "Components/\(component)/Sources/\(component)/\(component).swift"
    )
    try sandbox.commitAll("fix: write the \(component.lowercased())")
  }

  @Test func `all candidates are built as one package, their last releases as another`()
    async throws
  {
    try await with { sandbox, plan in
      try write("Menu", "public struct Dish { public func salt() {} }", sandbox)
      try write("Kitchen", "public import Menu\npublic func bake(_ dish: Dish) {}", sandbox)
      try write("Cellar", "public func fetch() {}\npublic func lock() {}", sandbox)
      let first = try await plan()
      #expect(
        first.output == """
          Cellar 1.0.0 → 1.1.0
            1 commit
            public API: 1 addition
            + func lock() was added [declaration-added]
          Menu 1.0.0 → 1.1.0
            1 commit
            public API: 1 addition
            + func Dish.salt() was added [declaration-added]
          Kitchen 1.0.0 → 2.0.0
            1 commit
            public API: 1 breakage and 1 addition
            - func cook(_:) was removed [declaration-removed]
            + func bake(_:) was added [declaration-added]

          3 releases

          """
      )
      #expect(first.builds == ["candidates/umbrella", "releases/umbrella"])
      let second = try await plan()
      #expect(second.output == first.output)
      #expect(second.builds == [])
    }
  }

  @Test func `plan builds a component that does not compile alone, and the others as before`()
    async throws
  {
    try await with { sandbox, plan in
      try write("Menu", "public struct Dish { public func salt() {} }", sandbox)
      try write("Kitchen", "public import Menu\npublic func bake(_ dish: Dish) {}", sandbox)
      try write("Cellar", "public func fetch() { lift() }", sandbox)
      let first = try await plan()
      #expect(first.output.contains("Menu 1.0.0 → 1.1.0\n"))
      #expect(first.output.contains("Kitchen 1.0.0 → 2.0.0\n"))
      #expect(
        first.output.contains(
          "Sources/Cellar/Cellar.swift:1:23: error: cannot find 'lift' in scope"
        )
      )
      #expect(
        first.builds == [
          "build/tree/Components/Cellar", "candidates/umbrella", "candidates/umbrella",
          "releases/umbrella",
        ]
      )
      let second = try await plan()
      #expect(second.output == first.output)
      #expect(second.builds == ["build/tree/Components/Cellar"])
    }
  }
}
