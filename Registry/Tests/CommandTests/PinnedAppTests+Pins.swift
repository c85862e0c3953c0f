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

  /// A package at the root with two apps: `shop` uses Chefs, `tool` uses Menu through a target.
  private func makeTwoApps(_ sandbox: Sandbox) async throws {
    try sandbox.writePackage("Menu")
    try sandbox.writeManifest(
      ["Chefs": "Components/Chefs", "Menu": "Components/Menu"],
      apps: ["shop", "tool"]
        .map { #""\#($0)": { "path": ".", "pins": {}, "product": "\#($0)" }"# }
        .joined(separator: ", ")
    )
    try sandbox.write(
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "Shop",
        products: [.executable(name: "shop", targets: ["Shop"])],
        dependencies: [.package(path: "Components/Chefs"), .package(path: "Components/Menu")],
        targets: [
          .executableTarget(name: "Shop", dependencies: ["Chefs"]),
          .target(name: "Core", dependencies: ["Menu"]),
          .executableTarget(name: "tool", dependencies: ["Core"]),
          .testTarget(name: "ShopTests", dependencies: ["Shop", "tool"]),
        ]
      )

      """,
      to: "Package.swift"
    )
    try sandbox.commitAll("List two apps")
    for name in ["Chefs", "Menu"] {
      _ = try await run(sandbox, "bump", name, "1.0.0", "--verify", "none")
    }
  }

  @Test func `an app uses what its product needs of the package that it shares`() async throws {
    try await withApp { sandbox in
      try await makeTwoApps(sandbox)
      #expect(
        try await run(sandbox, "pins") == """
          SHOP   PIN  BUILT FROM    LATEST  BEHIND
          Chefs  –    working tree  1.0.0

          TOOL  PIN  BUILT FROM    LATEST  BEHIND
          Menu  –    working tree  1.0.0

          """
      )
      _ = try await run(sandbox, "pin", "Chefs", "1.0.0", "--app", "shop")
      _ = try await run(sandbox, "pin", "Menu", "1.0.0", "--app", "tool")
      let status = try await run(sandbox, "status")
      #expect(
        status == """
          COMPONENT  LAYER    STATE      VERSION  LATEST  SHOP   TOOL
          Chefs      feature  unchanged  1.0.0    1.0.0   1.0.0  –
          Menu       feature  unchanged  1.0.0    1.0.0   –      1.0.0

          """
      )
      let sync = try await run(sandbox, "sync", "--app", "tool", "--json")
      #expect(sync.contains(#""Menu""#) && !sync.contains(#""Chefs""#), "\(sync)")
    }
  }

  @Test func `pin notes a component that the app does not use`() async throws {
    try await withApp { sandbox in
      try await makeTwoApps(sandbox)
      let unused = try await sandbox.registry("pin", "Chefs", "1.0.0", "--app", "tool")
      #expect(unused.status == 0)
      #expect(unused.error == "note: 'tool' does not use 'Chefs' so far\n")
      let used = try await sandbox.registry("pin", "Chefs", "1.0.0", "--app", "shop")
      #expect(used.error == "")
      #expect(try await run(sandbox, "pins", "--app", "tool").contains("Chefs  1.0.0"))
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

  @Test func `resolve updates the components that a pattern or a group matches`() async throws {
    try await withApp { sandbox in
      try await makeTwoApps(sandbox)
      for (name, app) in [("Chefs", "shop"), ("Menu", "tool")] {
        _ = try await run(sandbox, "pin", name, "--from", "1.0.0", "--app", app)
        try sandbox.change(name)
        _ = try await run(sandbox, "bump", name, "1.0.1", "--verify", "none", "--no-api-check")
      }
      #expect(try await run(sandbox, "resolve") == "the resolution is already up to date\n")
      let update = try await run(sandbox, "resolve", "--update", "Che*")
      #expect(update == "shop\n  Chefs: 1.0.0 → 1.0.1\n")
      _ = try await run(sandbox, "set", "groups.all", "linked", "Chefs", "Menu")
      let group = try await run(sandbox, "resolve", "--update", "all")
      #expect(group == "tool\n  Menu: 1.0.0 → 1.0.1\n")
      let unknown = try await sandbox.registry("resolve", "--update", "Sou*")
      #expect(unknown.error == "error: no component matches 'Sou*'\n")
    }
  }

  @Test func `run takes the app that has the product when there are several`() async throws {
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

  @Test func `pin and unpin take the only app that uses the component`() async throws {
    try await withApp { sandbox in
      try sandbox.write(
        """
        // swift-tools-version: 6.0
        import PackageDescription

        let package = Package(name: "till", targets: [.executableTarget(name: "till")])

        """,
        to: "Till/Package.swift"
      )
      try await sandbox.registry("bump", "Chefs", "1.0.0")
      let manifest = try sandbox.read("Registry/manifest.json")
      let till = #""apps": { "till": { "path": "Till", "pins": {} }, "#
      try sandbox.write(
        manifest.replacing(#""apps": { "#, with: till).replacing("\"apps\": {\n", with: till),
        to: "Registry/manifest.json"
      )
      try sandbox.commitAll("Add a till")
      let pin = try await sandbox.registry("pin", "Chefs", "1.0.0")
      #expect(pin.output.hasPrefix("Chefs is pinned in app: 1.0.0\n"), "\(pin.error)")
      let unpin = try await sandbox.registry("unpin", "Chefs")
      #expect(unpin.output.hasPrefix("Chefs is no longer pinned in app\n"), "\(unpin.error)")
    }
  }
}
