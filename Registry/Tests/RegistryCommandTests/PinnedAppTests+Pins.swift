import Foundation
import ProgramTesting
import Testing

/// What `pins` lists.
extension PinnedAppTests {
  @Test func `pins are those of the components that the app uses`() async throws {
    try await withApp { sandbox in
      try sandbox.writePackage("Kitchen")
      try sandbox.writePackage("Menu")
      try sandbox.writeManifest(
        ["Chefs": "Components/Chefs", "Kitchen": "Components/Kitchen", "Menu": "Components/Menu"],
        apps: #""app": { "path": ".", "pins": {} }, "tool": { "path": "Tool", "pins": {} }"#
      )
      try sandbox.write(
        """
        // swift-tools-version: 6.0
        import PackageDescription
        let package = Package(name: "Tool", targets: [.executableTarget(name: "Tool")])

        """,
        to: "Tool/Package.swift"
      )
      // Read from the working tree, as the pins are.
      let path = #".package(path: "Components/Chefs")"#
      let manifest = try sandbox.read("Package.swift")
      try sandbox.commitAll("List three components")
      try sandbox.write(
        manifest.replacing(path, with: #"\#(path), .package(path: "Components/Menu")"#),
        to: "Package.swift"
      )
      #expect(
        try await run(sandbox, "pins") == """
          APP    PIN  BUILT FROM    LATEST  BEHIND
          Chefs  –    working tree  –
          Menu   –    working tree  –

          tool uses no component

          """
      )
      let all = try await run(sandbox, "pins", "--all", "--app", "tool")
      #expect(all.split(separator: "\n").count == 4)
    }
  }

  @Test func `a pin that is removed is told from one that never was`() async throws {
    try await withApp { sandbox in
      try await sandbox.registry("bump", "Chefs", "1.0.0")
      try await sandbox.registry("pin", "Chefs", "1.0.0")
      let first = try await run(sandbox, "unpin", "Chefs")
      #expect(first.hasPrefix("Chefs is no longer pinned in app\n"), "\(first)")
      #expect(try await run(sandbox, "unpin", "Chefs") == "Chefs is not pinned in app\n")
      let update = try await sandbox.registry("resolve", "--update", "Chefs", "Chefs")
      #expect(update.status == 0, "\(update.error)")
    }
  }

  @Test func `of several apps, the one with the product is run`() async throws {
    try await withApp { sandbox in
      let apps = ["app", "tool"].map { name in
        #""\#(name)": { "path": "\#(name)", "pins": {}, "product": "\#(name)-program" }"#
      }
      try sandbox.writeManifest(
        ["Chefs": "Components/Chefs"],
        apps: apps.joined(separator: ", ")
      )
      try sandbox.write("not a package\n", to: "app/README")
      try sandbox.write("not a package\n", to: "tool/README")
      try sandbox.commitAll("List two apps")
      // What is kept of a run does not answer for the product of the other app.
      for _ in 1...3 {
        let app = try await sandbox.registry("run", "app-program")
        #expect(app.error.hasPrefix("error: 'app' has no Package.swift"), "\(app.error)")
      }
      let tool = try await sandbox.registry("run", "tool-program")
      #expect(tool.error.hasPrefix("error: 'tool' has no Package.swift"), "\(tool.error)")
      let named = try await sandbox.registry("run", "--app", "app", "tool-program")
      #expect(named.error.hasPrefix("error: 'app' has no Package.swift"), "\(named.error)")
      for arguments in [["run"], ["run", "other"]] {
        let unclear = try await sandbox.registry(arguments)
        #expect(unclear.error.hasPrefix("error: the manifest lists 2 apps"))
      }
    }
  }
}
