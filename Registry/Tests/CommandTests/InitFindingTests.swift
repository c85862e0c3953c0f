import ProgramTesting
import Testing

/// What `init` says of repositories that are not as a release needs them, in shapes that exist.
struct InitFindingTests {
  @Test func `everything that prevents a release is said at once`() async throws {
    let files =
      Sandbox.library("Kitchen") + [
        "Menu/Package.swift": Sandbox.manifest(
          "Menu",
          """
            products: [.library(name: "Menu", targets: ["Menu"])],
            dependencies: [
              .package(path: "../Kitchen"),
              .package(path: "../Nowhere"),
              .package(path: "../../Outside"),
              .package(path: "../" + names[0]),
              .package(url: "https://git.example.com/bistro/swift-kitchen", from: "1.0.0"),
              .package(url: "https://git.example.com/others/swift-log", branch: "main"),
            ],
            targets: [
              .target(
                name: "Menu",
                dependencies: [.product(name: "Ketchup", package: "Kitchen")],
                swiftSettings: [.unsafeFlags(["-Ounchecked"])]
              )
            ]
          """
        ),
        "Menu/Sources/Menu/Menu.swift": "public let dishes = 1\n",
        "Menu/Photo.jpg": "version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 1\n",
      ]
    try await Sandbox.withForeign(files) { sandbox in
      let run = try await sandbox.registry("init")
      #expect(run.status == 0, "\(run.error)")
      let rules = run.output.split(separator: "\n").filter {
        $0.hasPrefix("error: ") || $0.hasPrefix("warning: ")
      }
      #expect(
        rules == [
          "error: dependency-no-component (1)", "error: large-file-pointer (1)",
          "error: outside-repository (1)", "error: too-dynamic (1)", "error: unknown-product (1)",
          "error: unsafe-flags (1)", "error: unversioned-dependency (1)",
          "warning: no-licence (1)", "warning: own-repository (1)",
        ]
      )
      #expect(
        run.output.contains(
          """
          error: too-dynamic (1)
            Menu/Package.swift:11:20: path of a package dependency is computed: '"../" + names[0]'
            help: write it as a string literal, or let the toolchain run such manifests: \
          'registry init --evaluate'

          """
        )
      )
      let end = "7 errors and 2 warnings\nnext: fix the errors, commit, then registry plan\n"
      #expect(run.output.hasSuffix("\n\(end)"))
      // Lint says the same, and a release says each of it in turn.
      let lint = try await sandbox.registry("lint")
      #expect(lint.status == 1)
      #expect(lint.output.hasSuffix("checked 2 components: 7 errors and 2 warnings\n"))
      let findings = run.output.split(separator: "\n").filter { $0.contains("error: ") }
      for finding in findings { #expect(lint.output.contains(finding)) }
    }
  }

  @Test func `an umbrella at the root is an app, and what declares nothing is left out`()
    async throws
  {
    let hidden = """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(name: "", products: [], targets: [])
      """
    let umbrella = """
      // swift-tools-version: 6.0
      import PackageDescription
      let folders = ["Kitchen", "Menu"]
      let package = Package(
        name: "All of it",
        dependencies: folders.map { .package(path: "packages/\\($0)") },
        targets: [.target(name: "All")]
      )
      """
    let files =
      Sandbox.library("packages/Kitchen") + Sandbox.library("packages/Menu")
      + Sandbox.library("Examples/Demo")
      + ["Package.swift": umbrella, "Examples/Package.swift": hidden]
    try await Sandbox.withForeign(files) { sandbox in
      let run = try await sandbox.registry("init", "--dry-run")
      #expect(
        run.output == """
          'Registry/manifest.json' would list 3 components and 1 app in the scope 'bistro', 4 of them new
          components
            Examples (1): Demo
            packages (2): Kitchen, Menu
          apps
            All-of-it in '.'
          left out
            without any target (1): Examples

          no findings
          next: registry init

          """
      )
    }
  }

  @Test func `a package at the root without a product cannot be a component, which is said`()
    async throws
  {
    let files =
      Sandbox.library("Tools", dependsOn: ["../"]) + [
        "Package.swift": Sandbox.manifest(
          "Core",
          "  targets: [.target(name: \"Core\")]"
        )
      ]
    try await Sandbox.withForeign(files) { sandbox in
      let run = try await sandbox.registry("init", "--dry-run")
      #expect(
        run.output == """
          'Registry/manifest.json' would list 1 component and 0 apps in the scope 'bistro', 1 of them new
          components
            . (1): Tools
          left out
            at the root, without a product (1): .

          error: dependency-no-component (1)
            Tools/Package.swift:8:5: 'Tools' depends on the package at the root of the repository, \
          which is not a component
            help: list it with 'registry add .' and release it first, or remove the dependency, or move \
          what both need to a package of its own
          warning: root-package (1)
            Package.swift: the package at the root of the repository has no product, so that nothing \
          could use a release of it
            help: to release it, add a library product, then list it with 'registry add .'

          1 error and 1 warning
          next: registry init

          """
      )
    }
  }

  @Test func `extract can take targets of a library whose package is at the root`() async throws {
    let files = [
      "Package.swift": Sandbox.manifest(
        "Core",
        """
          products: [.library(name: "Core", targets: ["Core"])],
          targets: [.target(name: "Core", dependencies: ["Salt"]), .target(name: "Salt")]
        """
      ),
      "Sources/Core/Core.swift": "import Salt\n", "Sources/Salt/Salt.swift": "\n",
    ]
    try await Sandbox.withForeign(files) { sandbox in
      let run = try await sandbox.registry("init")
      #expect(
        run.output.scrubbed == """
          'Registry/manifest.json' lists 1 component and 0 apps in the scope 'bistro', 1 of them new
            commit  <short>
          components
            . (1): Core

          warning: no-licence (1)
            .: 'Core' has no licence file
            help: add a LICENSE file to it, or use that of the repository with 'registry set rootFiles \
          --add LICENSE'; for private code, 'registry set license none'

          1 warning
          next: registry plan

          """
      )
      let plan = try await sandbox.registry("extract", "--plan")
      #expect(plan.output.hasSuffix("2 of 2 targets can be packages of their own\n"))
    }
  }

  @Test func `init advises 'extract --plan' when the manifest computes its targets`() async throws {
    let files = [
      "Package.swift": Sandbox.manifest(
        "Bistro",
        """
          targets: ["Menu"].map { .target(name: $0) } + [.executableTarget(name: "Bistro")]
        """
      ),
      "Sources/Menu/Menu.swift": "\n", "Sources/Bistro/main.swift": "print(1)\n",
    ]
    try await Sandbox.withForeign(files) { sandbox in
      let run = try await sandbox.registry("init")
      #expect(run.output.hasSuffix("next: registry extract --plan\n"), "\(run.output)\(run.error)")
    }
  }

  @Test func `init with '--evaluate' evaluates manifests that only running can read`() async throws
  {
    let menu = """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "Menu",
        products: [.library(name: "Menu", targets: ["Menu"])],
        dependencies: ["Kitchen", "Salt"].map { .package(path: "../\\($0)") },
        targets: [.target(name: "Menu")]
      )
      """
    let files =
      Sandbox.library("Kitchen") + Sandbox.library("Salt") + Sandbox.library("Menu")
      + ["Menu/Package.swift": menu]
    try await Sandbox.withForeign(files) { sandbox in
      let run = try await sandbox.registry(
        ["init", "--evaluate", "--layers"],
        environment: Sandbox.toolchain
      )
      #expect(run.status == 0, "\(run.error)")
      #expect(
        run.output.contains(
          """
          layers
            core  2 components
            feature  1 component
          manifests that the toolchain runs, since they compute
            packages (1): Menu
            help: each clone decides whether it runs them: allow it with 'git config registry.evaluate true'

          """
        )
      )
      #expect(!run.output.contains("too-dynamic"))
      let manifest = try sandbox.read("Registry/manifest.json")
      #expect(manifest.contains("\n  \"manifests\": \"evaluate\",\n"))
    }
  }
}
