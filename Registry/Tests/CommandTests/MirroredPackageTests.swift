import Foundation
import ProgramTesting
import Testing

/// A package that knows only git, built by the stock package manager from a mirror.
struct MirroredPackageTests {
  /// The stock `swift` with caches of the sandbox's own.
  private func swift(_ sandbox: Sandbox, _ subcommand: String) throws -> String {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return try sandbox.shell(
      """
      cd client && PATH='\(path)' swift \(subcommand) --quiet --disable-index-store \
        --cache-path ../cache --config-path ../config --security-path ../security
      """
    )
  }

  @Test func `a client depends on a mirrored component and keeps a withdrawn release`() async throws
  {
    try await Sandbox.with(["Kitchen"]) { sandbox in
      try sandbox.writePackage("Menu", dependsOn: "../Kitchen")
      try sandbox.write(
        "import Kitchen\n\npublic let dish = \"soup of the \\(Kitchen.name)\"\n",
        to: "Components/Menu/Sources/Menu/Menu.swift"
      )
      try sandbox.writeManifest(["Kitchen": "Components/Kitchen", "Menu": "Components/Menu"])
      try sandbox.commitAll("Cook the menu")
      let folder = sandbox.folder + "/mirror"
      func mirror() async throws {
        let run = try await sandbox.registry("mirror", folder, "--base-url", "file://\(folder)")
        #expect(run.status == 0, "\(run.error)")
      }
      func release(_ name: String, _ version: String) async throws {
        let run = try await sandbox.registry("bump", name, version)
        #expect(run.status == 0, "\(run.error)")
      }
      try await release("Kitchen", "1.0.0")
      try await release("Menu", "1.0.0")
      try sandbox.write(
        "import Kitchen\n\npublic let dish = \"salad of the \\(Kitchen.name)\"\n",
        to: "Components/Menu/Sources/Menu/Menu.swift"
      )
      try sandbox.commitAll("Serve salad")
      try await release("Menu", "1.1.0")
      try await mirror()

      let client = URL(filePath: sandbox.folder).appending(path: "client")
      try FileManager.default.createDirectory(at: client, withIntermediateDirectories: true)
      try Data(
        """
        // swift-tools-version: 6.0
        import PackageDescription

        let package = Package(
          name: "client",
          dependencies: [.package(url: "file://\(folder)/Menu.git", from: "1.0.0")],
          targets: [
            .executableTarget(
              name: "client",
              dependencies: [.product(name: "Menu", package: "Menu")],
              path: "."
            )
          ]
        )

        """.utf8
      ).write(to: client.appending(path: "Package.swift"))
      try Data("import Menu\n\nprint(dish)\n".utf8).write(to: client.appending(path: "main.swift"))
      #expect(try swift(sandbox, "run") == "salad of the Kitchen")

      let yank = try await sandbox.registry("yank", "Menu", "1.1.0", "--reason", "wilted")
      #expect(yank.status == 0, "\(yank.error)")
      try await mirror()
      // Whoever has resolved it gets it on another machine too, and moves off it on an update.
      try sandbox.shell("rm -rf cache client/.build")
      #expect(try swift(sandbox, "run") == "salad of the Kitchen")
      _ = try swift(sandbox, "package update")
      #expect(try swift(sandbox, "run") == "soup of the Kitchen")
    }
  }
}
