import Foundation
import ProgramTesting
import Testing

/// `extract`, as a person types it.
struct ExtractionTests {
  @Test(.timeLimit(.minutes(30)))
  func `targets of a monolith become components one by one, and each commit builds`() async throws {
    try await Sandbox.withMonolith { sandbox in
      let start = try await sandbox.registry("init", "--release", "internal")
      #expect(start.output.hasSuffix("next: registry plan\n"))
      #expect(start.output.contains("targets that could be components\n  17 in '.'\n"))
      let plan = try await sandbox.registry("extract", "--plan")
      #expect(plan.output == Self.plan, "\(plan.error)")
      let steps = [
        ["Money", "Bill", "--together", "Billing"], ["Clock"], ["Dishes"], ["Texts"],
        ["Menu", "--yes"], ["Orders"], ["Timer", "--yes"], ["Kitchen"], ["Logs", "--yes"],
        ["Reservations", "--yes"], ["Staff"], ["Reports"],
      ]
      for step in steps {
        let run = try await sandbox.registry(["extract"] + step, environment: Sandbox.toolchain)
        #expect(run.status == 0, "\(step) \(run.output)\(run.error)")
        try swift("build", in: sandbox)
        #expect(try sandbox.git("status", "--porcelain") == "", "\(step)")
      }
      #expect(try sandbox.read("Package.swift") == Self.rest)
      #expect(try sandbox.read("Components/Menu/Package.swift") == Self.menu)
      let staff = "Components/Staff/Sources/Staff/Secrets.swift"
      #expect(try sandbox.read(".gitignore") == ".build/\n/Packages\n\(staff)\n")
      #expect(try sandbox.read(staff) == "let secret = 1\n")
      #expect(
        try sandbox.read(".gitattributes")
          == "Components/Texts/Sources/Texts/Resources/*.txt text eol=lf\n"
      )
      #expect(
        try sandbox.read(".github/CODEOWNERS") == "/Components/Menu/Sources/Menu/ @cooks\n* @all\n"
      )
      #expect(
        try sandbox.git("log", "--follow", "--format=%s", "Components/Menu/Sources/Menu/Menu.swift")
          == "Extract the target Menu into the package Components/Menu\nAdd the files"
      )
      try swift("test --package-path Components/Menu", in: sandbox, scratch: "menu")
      try await releaseAndPin(sandbox)
    }
  }

  private func releaseAndPin(_ sandbox: Sandbox) async throws {
    let released = try await sandbox.registry("release")
    #expect(released.status == 0, "\(released.output)\(released.error)")
    for name in ["Menu", "Reports"] {
      let pinned = try await sandbox.registry("pin", name, "1.0.0")
      #expect(pinned.status == 0, "\(pinned.output)\(pinned.error)")
    }
    let pins = try await sandbox.registry("pins")
    #expect(pins.output.matches(of: #/ 1\.0\.0 +1\.0\.0/#).count == 15, "\(pins.output)")
    let built = try await sandbox.registry(
      ["build"] + Sandbox.withoutIndex,
      environment: Sandbox.toolchain
    )
    #expect(built.status == 0, "\(built.output)\(built.error)")
  }

  @Test func `a target whose name is none for a package gives it the words of its own`()
    async throws
  {
    let files = [
      "Package.swift": """
      // swift-tools-version: 6.0
      import PackageDescription

      let package = Package(
        name: "bistro",
        targets: [
          .target(name: "_Rope"), .target(name: "Oven"), .target(name: "_Oven"),
          .target(name: "_Menu"), .target(name: "__Menu"),
        ]
      )

      """,
      "Sources/_Rope/Rope.swift": "\n", "Sources/_Menu/Menu.swift": "\n",
      "Sources/__Menu/Menu.swift": "\n", "Sources/Oven/Oven.swift": "\n",
      "Sources/_Oven/Oven.swift": "\n",
    ]
    try await Sandbox.withForeign(files) { sandbox in
      try await sandbox.registry("init", "--release", "internal")
      for (target, name) in [("_Rope", "Rope"), ("_Oven", "Oven-internal")] {
        let run = try await sandbox.registry(
          "extract",
          target,
          "--dry-run",
          environment: Sandbox.toolchain
        )
        #expect(
          run.output.hasPrefix("\(name) would be extracted: Components/\(name)\n"),
          "\(run.error)"
        )
      }
      let refused = try await sandbox.registry("extract", "--plan")
      #expect(
        refused.error == """
          error: invalid component name '_Menu', '-' or '_' must stand between letters or digits
          help: name the package: 'registry extract _Menu --together NAME'

          """
      )
    }
  }

  @Test
  func `extract names other needed targets, writes nothing in a dry run, and can be reverted`()
    async throws
  {
    try await Sandbox.withMonolith { sandbox in
      try await sandbox.registry("init", "--release", "internal")
      let before = try sandbox.git("rev-parse", "HEAD")
      let manifest = try sandbox.read("Package.swift")
      let asked = try await sandbox.registry(
        "extract",
        "Timer",
        environment: Sandbox.toolchain
      )
      #expect(
        asked.error == """
          error: other targets are needed, which would become packages too: 'CTimer'
          help: look at it with '--dry-run', then add '--yes'; or make one package of all of them:\
           '--together NAME'

          """
      )
      let dry = try await sandbox.registry(
        "extract",
        "Timer",
        "--dry-run",
        environment: Sandbox.toolchain
      )
      #expect(dry.output.contains("move Sources/CTimer → Components/CTimer/Sources/CTimer\n"))
      #expect(try sandbox.git("rev-parse", "HEAD") == before)
      #expect(try sandbox.git("status", "--porcelain") == "")
      let run = try await sandbox.registry(
        "extract",
        "Timer",
        "--together",
        "Timing",
        environment: Sandbox.toolchain
      )
      #expect(
        run.output.scrubbed == """
          Timing is extracted: Components/Timing
            Sources/CTimer → Components/Timing/Sources/CTimer
            Sources/Timer → Components/Timing/Sources/Timer
            commit  <short>

          """
      )
      try sandbox.git("revert", "--no-edit", "HEAD")
      #expect(try sandbox.read("Package.swift") == manifest)
      #expect(try sandbox.git("diff", "--stat", before) == "")
    }
  }

  private func swift(
    _ arguments: String,
    in sandbox: Sandbox,
    scratch: String = "build"
  ) throws {
    try sandbox.shell(
      """
      cd repository
      PATH='\(Sandbox.toolchain["PATH"] ?? "")'
      swift \(arguments) -Xswiftc -index-ignore-system-modules --scratch-path ../\(scratch) >&2
      """
    )
  }

  private static let plan = """
        TARGET             NEEDS  TESTS  COMMITS  OBSTACLES
    1   Money              0      0      1        1
    2   Bill               1      0      1        of Money
    3   CTimer             0      0      1
    4   Clock              0      0      1
    5   Dishes             0      0      1
    6   Guests             0      0      1
    7   TestKit (private)  0      0      1
    8   Texts              0      0      1
    9   Menu               2      1      1
    10  Orders             4      1      1
    11  Timer              1      0      1
    12  Kitchen            7      0      1
    13  Logs               0      0      1
    14  Tables             1      0      1
    15  Reservations       3      0      1
    16  Staff              2      0      1
    17  Reports            16     0      1        of Money
    18  bistro             17     1      1        of Money

    obstacles
      Money: Sources/Money/Money.swift:2: 'Bill' uses what 'Money' declares with 'package' access, which ends at the border of a package: 'cents'
        help: make it 'public', or let them go together: '--together NAME'

    14 of 18 targets can be packages of their own

    """

  private static let rest = """
    // swift-tools-version: 6.0
    import CompilerPluginSupport
    import PackageDescription

    // The menu and all that belongs to it.
    let package = Package(
      name: "bistro",
      platforms: [.macOS(.v14)],
      products: [
      ],
      dependencies: [
        .package(path: "Components/Menu"),
        .package(path: "Components/Reports"),
      ],
      targets: [
        .executableTarget(name: "bistro", dependencies: ["Menu", "Reports"]),
        .testTarget(name: "BistroTests", dependencies: ["bistro", "Menu"]),
      ]
    )

    for target in package.targets where target.type == .regular && target.name != "CTimer" {
      target.swiftSettings = (target.swiftSettings ?? []) + [.define("BISTRO")]
    }

    """

  private static let menu = """
    // swift-tools-version: 6.0

    import PackageDescription

    let package = Package(
      name: "Menu",
      platforms: [.macOS("14.0")],
      products: [.library(name: "Menu", targets: ["Menu"])],
      dependencies: [
        .package(path: "../Dishes"),
        .package(path: "../Texts"),
        .package(path: "../TestKit"),
      ],
      targets: [
        .target(
          name: "Menu",
          dependencies: ["Dishes", .product(name: "Texts", package: "Texts")],
          swiftSettings: [.define("BISTRO")]
        ),
        .testTarget(name: "MenuTests", dependencies: ["Menu", "TestKit"]),
      ]
    )

    """

  @Test(arguments: [["Oven"], ["Oven", "--together", "Stove"]])
  func `extract says that a target is extracted already, and changes nothing`(_ arguments: [String])
    async throws
  {
    let files = [
      "Package.swift": """
      // swift-tools-version: 6.0
      import PackageDescription

      let package = Package(
        name: "bistro",
        targets: [.target(name: "Menu", dependencies: ["Oven"]), .target(name: "Oven")]
      )

      """,
      "Sources/Menu/Menu.swift": "\n", "Sources/Oven/Oven.swift": "\n",
    ]
    try await Sandbox.withForeign(files) { sandbox in
      try await sandbox.registry("init", "--release", "internal")
      let name = arguments.last ?? ""
      let first = try await sandbox.registry(
        ["extract"] + arguments,
        environment: Sandbox.toolchain
      )
      #expect(first.status == 0, "\(first.error)")
      let tip = try sandbox.git("rev-parse", "HEAD")
      let again = try await sandbox.registry(["extract"] + arguments)
      #expect((again.status, again.error) == (0, ""))
      #expect(again.output == "\(name) is extracted already: Components/\(name)\n")
      #expect(try sandbox.git("rev-parse", "HEAD") == tip)
    }
  }
}
