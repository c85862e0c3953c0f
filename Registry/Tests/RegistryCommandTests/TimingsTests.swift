import Foundation
import ProgramTesting
import Testing

/// What a build of an app took, as `registry build --timings` tells it.
struct TimingsTests {
  private struct Timings: Decodable {
    struct Module: Decodable {
      let name: String
      let compiled: Int
    }

    struct Step: Decodable {
      let name: String
      let kind: String
      let end: Double
    }

    let seconds: Double
    let modules: [Module]
    let kept: [String]
    let criticalPath: [Step]
    let picture: String

    var compiled: [String] { modules.filter { $0.compiled > 0 }.map(\.name).sorted() }
  }

  private func build(
    _ sandbox: Sandbox,
    environment: [String: String] = Sandbox.toolchain
  ) async throws -> Timings {
    let run = try await sandbox.registry(
      ["build", "--timings", "--json"] + Sandbox.withoutIndex,
      environment: environment
    )
    #expect(run.status == 0, "\(run.error)")
    return try JSONDecoder().decode(Timings.self, from: Data(run.output.utf8))
  }

  private static func checkFirst(_ first: Timings) {
    #expect(first.compiled == ["Chefs", "app"])
    #expect(first.kept == [])
    // Before them, the compiler is asked for its version.
    let path = first.criticalPath.filter { $0.kind != "other" }
    #expect(path.map(\.name) == ["Chefs", "app", "app"])
    #expect(path.map(\.kind) == ["compile", "compile", "link"])
    #expect(path.map(\.end) == path.map(\.end).sorted())
    #expect(path.last.map { $0.end <= first.seconds } ?? false)
  }

  @Test func `a build says what it compiled and what it waited for`() async throws {
    try await BuildCacheTests.withClones { sandbox, _ in
      let first = try await build(sandbox)
      Self.checkFirst(first)
      #expect(first.picture.hasSuffix("/.registry/app/timings.svg"))
      let picture = try String(contentsOfFile: first.picture, encoding: .utf8)
      #expect(picture.hasPrefix("<svg") && picture.contains(">Chefs</text>"))

      let again = try await build(sandbox)
      #expect(again.compiled == [])
      let text = try await sandbox.registry(
        ["build", "--timings"] + Sandbox.withoutIndex,
        environment: Sandbox.toolchain
      )
      #expect(text.output.hasPrefix("app: 0 modules compiled"), "\(text.output)")
    }
  }

  @Test func `what the cache brought back is not compiled`() async throws {
    try await BuildCacheTests.withClones { sandbox, other in
      let first = try await build(sandbox, environment: BuildCacheTests.cached)
      Self.checkFirst(first)
      #expect(first.picture.hasPrefix(sandbox.repository))
      try await BuildCacheTests.pin(sandbox, "1.1.0")
      let changed = try await build(sandbox, environment: BuildCacheTests.cached)
      #expect(changed.compiled == ["Chefs", "app"])
      try await BuildCacheTests.pin(sandbox, "1.0.0")
      let back = try await build(sandbox, environment: BuildCacheTests.cached)
      #expect(back.compiled == [])
    }
  }

  @Test func `a build that fails has its own exit status and no times`() async throws {
    try await PinnedAppTests().withApp { sandbox in
      let run = try await sandbox.registry(
        ["build", "--timings", "--", "--no-such-option"],
        environment: Sandbox.toolchain
      )
      #expect(run.status != 0 && run.output == "")
      let both = try await sandbox.registry("build", "--timings", "--affected")
      #expect(both.status == 2)
      #expect(both.error.contains("'--timings' and '--affected' cannot be combined"))
    }
  }
}
