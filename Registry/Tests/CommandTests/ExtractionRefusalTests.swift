import Foundation
import ProgramTesting
import Testing

/// What `extract` refuses, after which everything is as it was.
struct ExtractionRefusalTests {
  struct Case: CustomTestStringConvertible {
    let testDescription: String
    var arguments = ["Menu"]
    var products = ".library(name: \"Menu\", targets: [\"Menu\"])"
    var targets = ".target(name: \"Menu\"), .target(name: \"Soups\")"
    /// Behind the package.
    var code = ""
    var files: [String: String] = [:]
    /// That the registry has, by their names.
    var components: [String: String] = [:]
    /// Written after the commit.
    var uncommitted: [String: String] = [:]
    let error: String

    init(
      _ name: String,
      error: String,
      _ change: (inout Case) -> Void = { _ in }
    ) {
      testDescription = name
      self.error = error
      change(&self)
    }
  }

  @Test(arguments: cases)
  func `extract refuses what it cannot extract, and changes nothing`(refusal: Case) async throws {
    var files = refusal.files
    files["Package.swift"] = """
      // swift-tools-version: 6.0
      import PackageDescription

      let package = Package(
        name: "bistro",
        products: [
          \(refusal.products)
        ],
        targets: [
          \(refusal.targets)
        ]
      )
      \(refusal.code)

      """
    for name in ["Menu", "Soups"] {
      let file = "Sources/\(name)/\(name).swift"
      files[file] = files[file] ?? "\n"
    }
    let links = files.filter { $0.value.hasPrefix("-> ") }
    try await Sandbox.withForeign(files.filter { !$0.value.hasPrefix("-> ") }) { sandbox in
      for (path, target) in links {
        try FileManager.default.createSymbolicLink(
          atPath: "\(sandbox.repository)/\(path)",
          withDestinationPath: String(target.dropFirst(3))
        )
      }
      if !links.isEmpty { try sandbox.commitAll() }
      try sandbox.writeManifest(refusal.components)
      try sandbox.commitAll("Add a registry")
      for (path, content) in refusal.uncommitted { try sandbox.write(content, to: path) }
      let before = try sandbox.git("rev-parse", "HEAD") + sandbox.git("status", "--porcelain")
      let run = try await sandbox.registry(
        ["extract", "--quiet"] + refusal.arguments,
        environment: Sandbox.toolchain
      )
      #expect(run.error == refusal.error + "\n", "\(run.output)")
      #expect(run.status == 1)
      #expect(
        try sandbox.git("rev-parse", "HEAD") + sandbox.git("status", "--porcelain") == before
      )
    }
  }
}
