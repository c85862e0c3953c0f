import ProgramTesting
import Testing

/// What is printed of many components fits a screen.
struct LongListTests {
  private static let names = (1...12).map { "Dish\($0 < 10 ? "0" : "")\($0)" }

  @Test func `many releases are listed by version, and many changes are counted`() async throws {
    try await Sandbox.with(Self.names) { sandbox in
      let list = """
          1.0.0 (first): Dish01, Dish02, Dish03, Dish04, Dish05, Dish06, Dish07, Dish08,
          Dish09, Dish10, Dish11, Dish12
        """
      let dry = try await sandbox.registry("release", "--dry-run")
      #expect(
        dry.output == """
          12 components would be released
          \(list)

          FILES                          LINES
          .gitattributes                 +2 -0
          CHANGELOG.md                   +145 -0
          Registry/manifest.json         +24 -12
          Registry/releases/ (12 files)  +12 -0
          commit  Release 12 components (and 24 more lines)
          tags    Dish01/1.0.0, Dish02/1.0.0, Dish03/1.0.0 and 9 more
          '--diff' shows the changes of the files

          """
      )
      let whole = try await sandbox.registry("release", "--dry-run", "--diff")
      #expect(whole.output.contains("\n  + ## Dish12\n"))
      let plan = try await sandbox.registry("plan", "--no-api-check")
      #expect(plan.output.hasPrefix("12 components 1.0.0\n  Dish01, Dish02, "))
      let run = try await sandbox.registry("release")
      #expect(
        run.output.scrubbed == """
          12 components are released
          \(list)
            commit  <short>

          """
      )
      for name in Self.names.dropLast(2) { try sandbox.change(name) }
      try sandbox.change("Dish11", "feat: more")
      let next = try await sandbox.registry("release")
      #expect(
        next.output.scrubbed == """
          11 components are released
            1.0.0 → 1.0.1: Dish01, Dish02, Dish03, Dish04, Dish05, Dish06, Dish07, Dish08,
            Dish09, Dish10
            Dish11 1.0.0 → 1.1.0
            commit  <short>

          """
      )
    }
  }

  @Test func `plan lists a reason that holds many components once`() async throws {
    try await Sandbox.with(Array(Self.names.prefix(6))) { sandbox in
      for name in Self.names.prefix(6) {
        try sandbox.write(
          Sandbox.manifest(
            name,
            #"  dependencies: [.package(url: "https://example.com/salt", branch: "main")]"#
          ),
          to: "Components/\(name)/Package.swift"
        )
      }
      try sandbox.commitAll()
      let run = try await sandbox.registry("plan", "--no-api-check")
      #expect(
        run.output == """
          Dish01, Dish02, Dish03, Dish04, Dish05 and 1 more cannot be released
            Components/NAME/Package.swift:6:18: dependency by branch: a package that is released \
          cannot depend on one that is not
            help: depend on a version of it, with 'from:' or 'exact:'

          """
      )
    }
  }
}
