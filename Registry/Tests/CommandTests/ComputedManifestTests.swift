import Foundation
import ProgramTesting
import Testing

/// A repository whose manifests choose between folder and URL by a function, as those of
/// googleapis/google-cloud-swift do.
struct ComputedManifestTests {
  private static let helper = """

    func localOrRemote(url: String, path: String, from version: Version) -> Package.Dependency {
      if Context.environment["LOCAL_DEPS"] != nil { return .package(path: "../\\(path)") }
      return .package(url: url, from: version)
    }

    """

  private static func manifest(_ name: String, dependencies: String, uses: String) -> String {
    Sandbox.manifest(
      name,
      """
        products: [.library(name: "\(name)", targets: ["\(name)"])],
        dependencies: [\(dependencies)],
        targets: [.target(name: "\(name)", dependencies: [\(uses)])]
      """
    ) + helper
  }

  private static let files =
    Sandbox.library("packages/swift-salt") + Sandbox.library("packages/swift-menu")
    + Sandbox.library("packages/swift-kitchen") + [
      "packages/swift-menu/Package.swift": manifest(
        "swift-menu",
        dependencies:
          #"localOrRemote(url: "https://example.com/acme/swift-salt", path: "swift-salt", from: "0.1.0")"#,
        uses: #".product(name: "swift-salt", package: "swift-salt")"#
      ),
      "packages/swift-kitchen/Package.swift": manifest(
        "swift-kitchen",
        dependencies: #"["swift-menu"].map { .package(path: "../\($0)") }"#,
        uses: #""swift-menu""#
      ).replacing("dependencies: [[", with: "dependencies: [").replacing(") }]", with: ") }"),
    ]

  @Test func `all of it is released with no edit by hand`() async throws {
    try await Sandbox.withForeign(Self.files) { sandbox in
      func registry(_ arguments: String...) async throws -> String {
        let run = try await sandbox.registry(
          arguments,
          // A client does not have it.
          environment: Sandbox.toolchain.merging(["LOCAL_DEPS": "1"]) { $1 }
        )
        #expect(run.status == 0, "\(arguments): \(run.output)\(run.error)")
        return run.output
      }
      _ = try await registry("init", "--evaluate", "--scope", "acme")
      try sandbox.git("config", "registry.evaluate", "true")
      let manifest = try sandbox.read("Registry/manifest.json").replacing(
        #""schema": 1"#,
        with: #""groups": {"all": {"components": ["packages/*"], "kind": "fixed"}}, "#
          + #""repositories": "https://example.com/acme/{name}", "schema": 1"#
      )
      try sandbox.write(manifest, to: "Registry/manifest.json")
      try sandbox.commitAll()
      #expect(try await registry("lint") == "checked 3 components: no findings\n")
      _ = try await registry("release", "all=0.2.0")
      let log = try sandbox.read("Registry/releases/swift-menu.jsonl")
      #expect(log.contains(#""requires":{"swift-salt":{"from":"0.2.0"}}"#))
      _ = try await registry("archive", "swift-kitchen", "0.2.0", "-o", "kitchen.zip")
      _ = try await registry("archive", "swift-menu", "0.2.0", "-o", "menu.zip")
      let published = try sandbox.shell(
        """
        cd repository; mkdir ../published; cp kitchen.zip menu.zip ../published; rm *.zip
        cd ../published; unzip -q kitchen.zip; unzip -q menu.zip
        tail -n +1 swift-kitchen-0.2.0/Package.swift
        """
      )
      #expect(published.hasPrefix(Self.files["packages/swift-kitchen/Package.swift"] ?? "-"))
      #expect(
        published.contains(
          #"case "swift-menu": return .package(id: "acme.swift-menu", .upToNextMinor(from: "0.2.0"))"#
        )
      )
      let graph = try await registry("graph", "--format", "dot")
      #expect(graph.contains("  n0 -> n1;\n  n1 -> n2;\n"))
    }
  }

  /// The results that are kept: each run of a manifest leaves one.
  private func runs(_ sandbox: Sandbox, in folder: String = ".registry/cache") throws -> Int {
    Int(try sandbox.shell("ls \(folder)/manifests/*.json | wc -l").filter(\.isNumber)) ?? 0
  }

  @Test func `a manifest is run once as it is, and once as it is published`() async throws {
    try await Sandbox.withForeign(Self.files) { sandbox in
      try sandbox.git("remote", "set-url", "origin", "https://example.com/acme/mono.git")
      func registry(_ arguments: String...) async throws {
        let run = try await sandbox.registry(arguments, environment: Sandbox.toolchain)
        #expect(run.status == 0, "\(arguments): \(run.output)\(run.error)")
      }
      try await registry("init", "--evaluate")
      #expect(try runs(sandbox, in: "repository/.registry/cache") == 2)
      try sandbox.git("config", "registry.evaluate", "true")
      try await registry("set", "repositories", "https://example.com/acme/{name}")
      try await registry("plan")
      #expect(try runs(sandbox, in: "repository/.registry/cache") == 2)
      try await registry("release", "swift-salt=0.2.0", "--all", "--verify", "newest")
      #expect(try runs(sandbox, in: "repository/.registry/cache") == 4)
    }
  }

  @Test func `the account's cache keeps the results for all clones`() async throws {
    try await Sandbox.withForeign(Self.files) { sandbox in
      let environment = Sandbox.toolchain.merging(
        ["REGISTRY_CACHE": "\(sandbox.folder)/account"]
      ) { $1 }
      let run = try await sandbox.registry(["init", "--evaluate"], environment: environment)
      #expect(run.status == 0, "\(run.error)")
      try sandbox.git("clone", "-q", ".", "../other")
      try sandbox.git("-C", "../other", "config", "registry.evaluate", "true")
      let lint = try await sandbox.registry(
        ["lint", "--directory", "../other"],
        environment: environment
      )
      #expect(lint.status == 0, "\(lint.error)")
      #expect(!FileManager.default.fileExists(atPath: "\(sandbox.folder)/other/.registry"))
      #expect(try runs(sandbox, in: "account") == 2)
    }
  }

  private static let refusal = """
    only running the manifest tells what it declares, and this clone does not allow that
    """

  @Test func `a branch cannot decide that its manifests are run`() async throws {
    try await Sandbox.withForeign(Self.files) { sandbox in
      try await sandbox.registry("init", "--yes")
      // Of a fork: it asks for evaluation, in every file that it has.
      let manifest = try sandbox.read("Registry/manifest.json").replacing(
        #""schema": 1"#,
        with: #""manifests": "evaluate", "schema": 1"#
      )
      try sandbox.write(manifest, to: "Registry/manifest.json")
      try sandbox.write("[registry]\n\tevaluate = true\n", to: ".gitconfig")
      try sandbox.commitAll()
      for verb in ["lint", "plan"] {
        let run = try await sandbox.registry([verb], environment: Sandbox.toolchain)
        #expect(
          (run.output + run.error).contains(Self.refusal),
          "\(verb): \(run.output)\(run.error)"
        )
      }
      let invalid = try await sandbox.registry(
        ["lint"],
        environment: Sandbox.toolchain.merging(["REGISTRY_EVALUATE": "perhaps"]) { $1 }
      )
      #expect(
        invalid.error == """
          error: invalid value 'perhaps' of REGISTRY_EVALUATE, expected 'true', 'false' or 'unconfined'

          """
      )
      try sandbox.git("config", "registry.evaluate", "true")
      let allowed = try await sandbox.registry(["lint"], environment: Sandbox.toolchain)
      #expect(!allowed.output.contains(Self.refusal), "\(allowed.output)\(allowed.error)")
      let off = try await sandbox.registry(
        ["lint"],
        environment: Sandbox.toolchain.merging(["REGISTRY_EVALUATE": "false"]) { $1 }
      )
      #expect(off.output.contains(Self.refusal))
    }
  }
}
