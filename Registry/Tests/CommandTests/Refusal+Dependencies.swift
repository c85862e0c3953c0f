extension Refusal {
  /// What a package depends on, and how it is built, that no release can have.
  static let dependencies: [Refusal] = [
    Refusal(
      "bump Menu 1.0.0",
      when: "where a dependency is not a component",
      says: """
        error: component 'Menu': 'Menu' depends on the package at 'Components/Cellar', which is not a component
        help: list it under "components" in 'Registry/manifest.json' and release it first

        """
    ) { sandbox in
      try sandbox.writePackage("Cellar")
      try sandbox.writePackage("Menu", dependsOn: "../Cellar")
      try sandbox.commitAll()
    },
    Refusal(
      "bump Menu 1.0.0",
      when: "where there is nothing at the path of a dependency",
      says: """
        error: component 'Menu': 'Menu' depends on the package at 'Components/Cellar', where nothing is committed
        help: correct the path of the dependency, or commit the package there

        """
    ) { sandbox in
      try sandbox.writePackage("Menu", dependsOn: "../Cellar")
      try sandbox.commitAll()
    },
    Refusal(
      "bump Menu 1.0.0",
      when: "where a workspace puts a component in the place of a dependency",
      says: """
        error: component 'Menu': 'Menu' depends on the package at 'Old/kitchen', where nothing is committed
        help: the component 'Kitchen' at 'Components/Kitchen' has the same identity: correct the path of the dependency to point there

        """
    ) { sandbox in
      try sandbox.writePackage("Menu", dependsOn: "../../Old/kitchen")
      try sandbox.commitAll()
    },
    Refusal(
      "bump Menu 1.0.0 --no-api-check --verify none",
      when: "where a dependency is a branch",
      says: """
        error: Components/Menu/Package.swift:4:52: dependency by branch: a package that is released cannot depend on one that is not
        help: depend on a version of it, with 'from:' or 'exact:'

        """
    ) { sandbox in
      try sandbox.write(
        """
        // swift-tools-version: 6.0
        import PackageDescription

        let package = Package(name: "Menu", dependencies: [.package(url: "/soup", branch: "main")])

        """,
        to: "Components/Menu/Package.swift"
      )
      try sandbox.commitAll()
    },
    Refusal(
      "bump Menu 1.0.0 --no-api-check --verify none",
      when: "where the manifest for a version of Swift has unsafe flags",
      says: """
        error: Components/Menu/Package@swift-6.0.swift:8:40: 'unsafeFlags' cannot be used in a package that others depend on by version
        help: remove it, or build with '-Xswiftc' and '-Xcc' in its place; test targets may keep it

        """
    ) { sandbox in
      try sandbox.write(
        """
        // swift-tools-version: 6.0
        import PackageDescription

        let package = Package(
          name: "Menu",
          products: [.library(name: "Menu", targets: ["Menu"])],
          targets: [
            .target(name: "Menu", cSettings: [.unsafeFlags(["-O0"])])
          ]
        )

        """,
        to: "Components/Menu/Package@swift-6.0.swift"
      )
      try sandbox.commitAll()
    },
  ]
}
