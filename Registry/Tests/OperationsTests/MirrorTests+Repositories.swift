import Foundation
import Mirror
import Model
import Releases
import Versions
import ScratchMonorepos
import ScratchRepositories
import Testing

/// Mirrors whose repositories the manifest names.
extension MirrorTests {
  /// A manifest that names where the repositories are, one of them apart.
  private func nameRepositories(in folder: String) throws {
    let manifest = try scratch.read("Registry/manifest.json")
    let path = #""path": "Components/Menu","#
    let named = manifest.replacing(
      path,
      with: #"\#(path) "repository": "\#(folder)/menu-kit.git","#
    )
    .replacing(#""schema""#, with: #""repositories": "\#(folder)/swift-{name}", "schema""#)
    try scratch.write(named, to: "Registry/manifest.json")
    try scratch.commitAll("Name the repositories")
  }

  @Test func `repositories are called as the manifest says, and so are dependencies on them`()
    throws
  {
    try scratch.makeApp()
    try nameRepositories(in: "https://git.example.com")
    #expect(try mirror(base: nil) == ["Kitchen": ["1.0.0"], "Menu": ["1.0.0"]])
    let manifest = try git("swift-Kitchen", "show", "1.0.0:Package.swift")
    #expect(
      manifest.contains(#".package(url: "https://git.example.com/menu-kit.git", from: "1.0.0")"#)
    )
    #expect(manifest.contains(#".product(name: "Menu", package: "menu-kit")"#))
    let menu = try references("menu-kit")
    #expect(menu.count == 2)
  }

  @Test func `each component is pushed to its own repository`() throws {
    try scratch.makeApp()
    try nameRepositories(in: "file://\(folder)")
    let mirror = MirrorReleases(to: .repositories, context: .test())
    let listed = try mirror.repositories(in: scratch.workspace())
    #expect(
      listed.map(\.repository) == [
        "file://\(folder)/swift-Kitchen", "file://\(folder)/menu-kit.git",
      ]
    )
    for name in ["swift-Kitchen", "menu-kit.git"] {
      try scratch.git("init", "-q", "--bare", "\(folder)/\(name)")
    }
    let result = try mirror.run(in: scratch.workspace())
    #expect(result.failures.isEmpty)
    #expect(result.components.map(\.written.count) == [1, 1])
    #expect(try references("menu-kit").count == 2)
  }

  @Test func `before the first release, repositories of what is not private are listed`() throws {
    try scratch.makeMonorepo()
    try nameRepositories(in: "https://git.example.com")
    let mirror = MirrorReleases(to: .repositories, context: .test())
    #expect(
      try mirror.repositories(in: scratch.workspace()).map(\.repository)
        == ["https://git.example.com/swift-Kitchen", "https://git.example.com/swift-Menu"]
    )
    let manifest = try scratch.read("Registry/manifest.json")
    let path = #""path": "Components/Kitchen""#
    try scratch.write(
      manifest.replacing(path, with: #"\#(path), "private": true"#),
      to: "Registry/manifest.json"
    )
    try scratch.commitAll("Keep the kitchen private")
    #expect(try mirror.repositories(in: scratch.workspace()).map(\.component.text) == ["Menu"])
  }

  @Test func `without a repository in the manifest nothing is pushed`() throws {
    try scratch.makeApp()
    let mirror = MirrorReleases(to: .repositories, context: .test())
    #expect(code { _ = try mirror.run(in: scratch.workspace()) } == "no-base-url")
  }
}
