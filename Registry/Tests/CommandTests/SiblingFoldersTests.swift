import ProgramTesting
import Testing

/// Components whose folders are called like each other and something more.
struct SiblingFoldersTests {
  private let components = [
    "Api": "api", "ApiA": "api-a", "ApiB": "api-b", "ApiC": "api.c", "ApiD": "api d",
    "ApiE": "api+", "Deep": "api/deep",
  ]

  private func withSiblings(_ body: (Sandbox) async throws -> Void) async throws {
    try await Sandbox.with { sandbox in
      for (name, path) in components {
        try sandbox.writePackage(name)
        try sandbox.shell(
          """
          cd repository
          mkdir -p '\(path)'
          cp -r Components/\(name)/* '\(path)/'
          """
        )
      }
      try sandbox.shell("rm -r repository/Components")
      try sandbox.write("// the app\n", to: "App/Package.swift")
      try sandbox.writeManifest(
        components,
        apps: #""app": { "path": "App", "pins": {}, "product": "app" }"#
      )
      try sandbox.commitAll("Add the siblings")
      try await body(sandbox)
    }
  }

  @Test func `status, sync and snapshot do not call committed files uncommitted`() async throws {
    try await withSiblings { sandbox in
      let clean = try await sandbox.registry("status")
      #expect(clean.output.split(separator: "\n").count == 1 + components.count)
      #expect(!clean.output.contains("uncommitted"), "\(clean.output)")
      for name in components.keys.sorted() where name != "Deep" {
        let run = try await sandbox.registry("bump", name, "1.0.0")
        #expect(run.status == 0, "\(run.error)")
        #expect(try await sandbox.registry("pin", name, "1.0.0").status == 0)
      }
      for verb in [["sync"], ["snapshot", "1.0.0"]] {
        let run = try await sandbox.registry(verb)
        #expect(run.status == 0 && !run.error.contains("not committed"), "\(run.error)")
      }
      try sandbox.write("// mine\n", to: "api/Sources/Mine.swift")
      let status = try await sandbox.registry("status")
      let uncommitted = status.output.split(separator: "\n").filter { $0.contains("uncommitted") }
      #expect(uncommitted.map { $0.prefix { $0 != " " } } == ["Api"], "\(status.output)")
      let sync = try await sandbox.registry("sync")
      #expect(sync.error.contains("'Api'") && !sync.error.contains("'ApiA'"), "\(sync.error)")
    }
  }
}
