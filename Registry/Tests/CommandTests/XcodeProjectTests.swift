import ProgramTesting
import Testing

/// Xcode projects beside packages, and what XcodeGen and Tuist make such projects from.
struct XcodeProjectTests {
  private static let project = "// !$*UTF8*$!\n"

  private static func root(_ lines: String) -> [String: String] {
    ["Package.swift": Sandbox.manifest("Core", lines), "Sources/Core/Core.swift": "\n"]
  }

  private static let library = """
      products: [.library(name: "Core", targets: ["Core"])],
      targets: [.target(name: "Core")]
    """

  @Test func `a project beside a package at the root is an app in that folder`() async throws {
    let files =
      Self.root(Self.library) + Sandbox.library("Packages/Menu", dependsOn: ["../.."])
      + ["Shop.xcodeproj/project.pbxproj": Self.project]
    try await Sandbox.withForeign(files) { sandbox in
      let run = try await sandbox.registry("init", "--dry-run")
      #expect(
        run.output.contains(
          """
          components
            . (1): Core
            Packages (1): Menu
          apps
            Shop in '.'

          """
        ),
        "\(run.output)\(run.error)"
      )
    }
  }

  @Test func `such an app is not run, and the command to use is named`() async throws {
    try await Sandbox.withForeign(["App/Shop.xcodeproj/project.pbxproj": Self.project]) { sandbox in
      try await sandbox.registry("init")
      for arguments in [["build"], ["run"], ["run", "Shop"]] {
        let run = try await sandbox.registry(arguments)
        #expect(run.error.hasPrefix("error: 'Shop' has no Package.swift"), "\(run.error)")
        #expect(run.error.hasSuffix("'registry exec -- xcodebuild -project Shop.xcodeproj …'\n"))
      }
    }
  }

  @Test func `an app whose manifest only hides its folder from Xcode may use any component`()
    async throws
  {
    let files =
      Sandbox.library("Packages/Menu") + [
        "App/Shop.xcodeproj/project.pbxproj": Self.project,
        "App/Package.swift": """
        // swift-tools-version: 6.0
        // This hides the folder in Xcode.
        import PackageDescription

        let package = Package(name: "client", products: [], targets: [])

        """,
      ]
    try await Sandbox.withForeign(files) { sandbox in
      try await sandbox.registry("init")
      try sandbox.change(in: "Packages/Menu", "feat: add salad")
      let affected = try await sandbox.registry("affected", "--since", "HEAD~1")
      #expect(affected.output == "Menu\nShop\n", "\(affected.error)")
      let pins = try await sandbox.registry("pins")
      #expect(pins.output.contains("\nMenu  –    working tree  –\n"), "\(pins.output)")
    }
  }

  @Test func `a project in the folder of a component is left out, and says so`() async throws {
    let files =
      Sandbox.library("Packages/Menu") + [
        "Packages/Menu/Menu.xcodeproj/project.pbxproj": Self.project,
        "Packages/Menu/Example/Example.xcodeproj/project.pbxproj": Self.project,
        "Packages/Menu/Tests/Host/Host.xcodeproj/project.pbxproj": Self.project,
      ]
    try await Sandbox.withForeign(files) { sandbox in
      let run = try await sandbox.registry("init", "--dry-run")
      #expect(run.output.contains("would list 1 component and 0 apps"), "\(run.output)")
      #expect(
        run.output.contains(
          "  part of a component (2): Packages/Menu/Example/Example.xcodeproj,"
            + " Packages/Menu/Menu.xcodeproj\n"
        ),
        "\(run.output)"
      )
    }
  }

  @Test func `init lists each project of XcodeGen or Tuist as one app`() async throws {
    let files =
      Sandbox.library("Packages/Menu") + [
        "Phone/project.yml": "name: Phone\n",
        "Phone/project-beta.yml": "name: Beta\n",
        "Tablet/Project.swift": "import ProjectDescription\n",
        "Watch/project.yml": "name: Clock\n",
        "Watch/Clock.xcodeproj/project.pbxproj": Self.project,
        "Packages/Menu/Tests/Host/project.yml": "name: Host\n",
        "Packages/Menu/Demo/Project.swift": "import ProjectDescription\n",
        // What only has such a name.
        "Sources/Shop/Project.swift": "struct Project {}\n", "docs/projects.yml": "- soup\n",
      ]
    try await Sandbox.withForeign(files) { sandbox in
      let run = try await sandbox.registry("init")
      #expect(
        run.output.contains(
          """
          apps
            Clock in 'Watch'
            Phone in 'Phone'
            Tablet in 'Tablet'
          left out
            part of a component (1): Packages/Menu/Demo/Project.swift

          """
        ),
        "\(run.output)\(run.error)"
      )
      #expect(try await sandbox.registry("lint").status == 0)
      // A release is pinned by an app that no package manager builds.
      try await sandbox.registry("bump", "Menu", "1.0.0")
      let pin = try await sandbox.registry("pin", "Menu", "1.0.0", "--app", "Phone")
      #expect(pin.status == 0, "\(pin.error)")
    }
  }

  private static func project(_ kind: String, naming words: String) -> String {
    """
    // !$*UTF8*$!
    isa = PBXNativeTarget; productType = "com.apple.product-type.\(kind)";
    \(words)

    """
  }

  @Test func `projects without an app, and apps without components, are left out with the reason`()
    async throws
  {
    let files =
      Sandbox.library("Packages/Menu") + [
        "Shop/Shop.xcodeproj/project.pbxproj":
          Self.project("application", naming: "productName = Menu;"),
        // What it has of the menu, it has by a framework.
        "Bar/Bar.xcodeproj/project.pbxproj":
          Self.project("application", naming: "path = Counter.framework;"),
        "Counter/Counter.xcodeproj/project.pbxproj":
          Self.project("framework", naming: "relativePath = ../Packages/Menu;"),
        "a/example/ios/Runner.xcodeproj/project.pbxproj":
          Self.project("application", naming: "path = Flutter;"),
        "b/example/ios/Runner.xcodeproj/project.pbxproj":
          Self.project("application", naming: "path = Flutter;"),
      ]
    try await Sandbox.withForeign(files) { sandbox in
      let run = try await sandbox.registry("init", "--dry-run")
      #expect(
        run.output.contains(
          """
          apps
            Bar in 'Bar'
            Shop in 'Shop'
          left out
            projects without an app (1): Counter/Counter.xcodeproj
            apps with nothing to pin (2): a/example/ios/Runner.xcodeproj, b/example/ios/Runner.xcodeproj
            help: these projects name no component; if one uses some, list it: 'registry set \
          apps.NAME.path a/example/ios'

          """
        ),
        "\(run.output)\(run.error)"
      )
    }
  }

  @Test func `apps of one name have those of the folders above in front`() async throws {
    let files =
      Sandbox.library("Packages/Menu") + [
        "a/ios/Runner.xcodeproj/project.pbxproj": Self.project,
        "b/ios/Runner.xcodeproj/project.pbxproj": Self.project,
        "c/ios/Runner.xcodeproj/project.pbxproj": Self.project,
        "Phone/Menu.xcodeproj/project.pbxproj": Self.project,
      ]
    try await Sandbox.withForeign(files) { sandbox in
      let run = try await sandbox.registry("init", "--dry-run")
      #expect(
        run.output.contains(
          """
          apps
            Menu-app in 'Phone'
            a-ios-Runner in 'a/ios'
            b-ios-Runner in 'b/ios'
            c-ios-Runner in 'c/ios'

          """
        ),
        "\(run.output)\(run.error)"
      )
    }
  }

  @Test func `a project at the root has the name of the repository, or its own`() async throws {
    let packages = Sandbox.library("Packages/Menu")
    let files = [
      ("project.yml", "targets:\n", "shop"),
      ("Bistro.xcodeproj/project.pbxproj", Self.project, "Bistro"),
    ]
    for (file, content, app) in files {
      try await Sandbox.withForeign(packages + [file: content]) { sandbox in
        let run = try await sandbox.registry("init", "--dry-run")
        #expect(run.output.contains("\napps\n  \(app) in '.'\n"), "\(run.output)\(run.error)")
      }
    }
  }

  @Test func `an extraction names the files of Xcode that know what moves`() async throws {
    let bistro = """
        products: [.library(name: "MenuKit", targets: ["Menu"]), .library(name: "Core", targets: ["Core"])],
        targets: [
          .target(name: "Core"),
          .target(name: "Menu"),
          .testTarget(name: "MenuTests", dependencies: ["Menu"]),
        ]
      """
    let files =
      Self.root(bistro) + [
        "Sources/Menu/Menu.swift": "\n", "Tests/MenuTests/MenuTests.swift": "import Menu\n",
        "A.xcodeproj/project.pbxproj": "productName = MenuKit;\n",
        "A.xcodeproj/xcshareddata/xcschemes/Menu.xcscheme": "BlueprintName = \"Menu\"\n",
        "Plans/All.xctestplan": "\"name\" : \"MenuTests\"\n",
        "Plans/Core.xctestplan": "\"name\" : \"CoreTests\"\n",
        "B/project.yml": "targets:\n  - package: Bistro\n    product: MenuKit\n",
        "C/Project.swift": "import ProjectDescription\n// .package(product: \"MenuKit\")\n",
        "D.xcodeproj/project.pbxproj": "productName = MenuKitchen;\n",
        ".github/CODEOWNERS": "/Sources/Menu/ @cooks\nSources/MenuKit @others\n",
        "docs/CODEOWNERS": "Tests/MenuTests @testers\n",
      ]
    try await Sandbox.withForeign(files) { sandbox in
      try sandbox.writeManifest([:])
      try sandbox.commitAll("Add a registry")
      let run = try await sandbox.registry("extract", "Menu", environment: Sandbox.toolchain)
      #expect(run.status == 0, "\(run.error)")
      #expect(
        run.error.split(separator: "\n").filter { $0.hasPrefix("note: ") } == [
          """
          note: Xcode's files name what is now in 'Components/Menu': add that package to the project or\
           workspace, and check 'A.xcodeproj/project.pbxproj',\
           'A.xcodeproj/xcshareddata/xcschemes/Menu.xcscheme', 'B/project.yml', 'C/Project.swift',\
           'Plans/All.xctestplan'
          """
        ],
        "\(run.error)"
      )
      #expect(
        try sandbox.read(".github/CODEOWNERS")
          == "/Components/Menu/Sources/Menu/ @cooks\nSources/MenuKit @others\n"
      )
      #expect(
        try sandbox.read("docs/CODEOWNERS") == "Components/Menu/Tests/MenuTests @testers\n"
      )
    }
  }
}
