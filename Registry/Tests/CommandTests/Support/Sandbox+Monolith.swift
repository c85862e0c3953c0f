import Foundation

extension Sandbox {
  /// Lends a repository that is one package of twenty targets, of the shape that modular apps have:
  /// resources, a macro, C, `package` access, tests with helpers, and settings from a loop.
  static func withMonolith(_ body: (Sandbox) async throws -> Void) async throws {
    var files = [
      "Package.swift": monolithManifest,
      "Sources/Texts/Resources/dishes.txt": "soup,salad\n",
      "Sources/Dishes/README.md": "Not for the build.\n",
      "Sources/CTimer/include/timer.h": "int seconds(void);\n",
      "Sources/CTimer/timer.c": "#include \"timer.h\"\nint seconds(void) { return 60; }\n",
      ".gitattributes": "Sources/Texts/Resources/*.txt text eol=lf\n",
      ".github/CODEOWNERS": "/Sources/Menu/ @cooks\n* @all\n",
      ".gitignore": ".build/\n/Packages\nSources/Staff/Secrets.swift\n",
    ]
    for (name, source) in monolithSources { files["Sources/\(name)"] = source + "\n" }
    for (name, source) in monolithTests { files["Tests/\(name)"] = source + "\n" }
    try await withForeign(files) { sandbox in
      try sandbox.write("let secret = 1\n", to: "Sources/Staff/Secrets.swift")
      try await body(sandbox)
    }
  }

  private static let monolithManifest = """
    // swift-tools-version: 6.0
    import CompilerPluginSupport
    import PackageDescription

    // The menu and all that belongs to it.
    let package = Package(
      name: "bistro",
      platforms: [.macOS(.v14)],
      products: [
        .library(name: "Menu", targets: ["Menu"]),  // for the app
        .library(name: "Reports", targets: ["Reports"]),
      ],
      targets: [
        // Money is counted in cents.
        .target(name: "Money"),
        .target(name: "Bill", dependencies: ["Money"]),
        .target(name: "Texts", resources: [.process("Resources")]),
        .target(name: "Dishes", exclude: ["README.md"], swiftSettings: [.define("DISHES")]),
        .target(name: "Menu", dependencies: ["Dishes", .target(name: "Texts")]),
        .target(name: "Clock"),
        .target(name: "Orders", dependencies: ["Menu", "Clock"]),
        .target(name: "CTimer"),
        .target(name: "Timer", dependencies: ["CTimer"]),
        .target(
          name: "Kitchen",
          dependencies: [
            "Orders",
            .target(name: "Timer", condition: .when(platforms: [.linux, .macOS])),
          ]
        ),
        .macro(name: "BistroMacros"),
        .target(name: "Logs", dependencies: ["BistroMacros"]),
        .target(name: "Guests"),
        .target(name: "Tables", dependencies: ["Guests"]),
        .target(name: "Reservations", dependencies: ["Tables", "Clock"]),
        .target(name: "Staff", dependencies: ["Logs"]),
        .target(name: "Reports", dependencies: ["Bill", "Kitchen", "Reservations", "Staff"]),
        .target(name: "TestKit"),
        .executableTarget(name: "bistro", dependencies: ["Menu", "Reports"]),
        .testTarget(name: "MenuTests", dependencies: ["Menu", "TestKit"]),
        .testTarget(name: "OrdersTests", dependencies: ["Orders", "TestKit"]),
        .testTarget(name: "BistroTests", dependencies: ["bistro", "Menu"]),
      ]
    )

    for target in package.targets where target.type == .regular && target.name != "CTimer" {
      target.swiftSettings = (target.swiftSettings ?? []) + [.define("BISTRO")]
    }

    """

  private static let monolithSources = [
    "Money/Money.swift": """
    public struct Money: Sendable {
      package let cents: Int
      public init(_ cents: Int) { self.cents = cents }
    }
    """,
    "Bill/Bill.swift": """
    import Money

    public func total(_ items: [Money]) -> Money { Money(items.map(\\.cents).reduce(0, +)) }
    """,
    "Texts/Texts.swift": """
    import Foundation

    #if BISTRO
      public func text(_ name: String) -> String {
        let url = Bundle.module.url(forResource: name, withExtension: "txt")!
        return try! String(contentsOf: url, encoding: .utf8)
      }
    #endif
    """,
    "Dishes/Dishes.swift": """
    #if DISHES && BISTRO
      public struct Dish: Sendable { public let name: String; public init(_ name: String) { self.name = name } }
    #endif
    """,
    "Menu/Menu.swift": """
    import Dishes
    import Foundation
    import Texts

    public func dishes() -> [Dish] {
      text("dishes").split { $0 == "," || $0.isNewline }.map { Dish(String($0)) }
    }
    """,
    "Clock/Clock.swift": "public let noon = 12",
    "Orders/Orders.swift": """
    import Clock
    import Dishes
    import Menu

    public func order() -> (Dish, Int) { (dishes()[0], noon) }
    """,
    "Timer/Timer.swift": """
    import CTimer

    public func wait() -> Int { Int(seconds()) }
    """,
    "Kitchen/Kitchen.swift": """
    import Orders
    import Timer

    public func cook() -> String { "\\(order().0.name) in \\(wait()) s" }
    """,
    "BistroMacros/Macros.swift": """
    @main struct Macros { static func main() {} }
    """,
    "Logs/Logs.swift": """
    @freestanding(expression)
    public macro line() -> Int = #externalMacro(module: "BistroMacros", type: "Line")
    public let log = "log"
    """,
    "Guests/Guests.swift": "public let guests = 2",
    "Tables/Tables.swift": "import Guests\n\npublic let tables = guests / 2",
    "Reservations/Reservations.swift":
      "import Clock\nimport Tables\n\npublic let free = noon - tables",
    "Staff/Staff.swift": "import Logs\n\npublic let cook = log",
    "Reports/Reports.swift": """
    import Bill
    import Kitchen
    import Reservations
    import Staff

    public func report() -> String { "\\(Kitchen.cook()), \\(free), \\(Staff.cook)" }
    """,
    "TestKit/TestKit.swift": "public func expected() -> String { \"soup\" }",
    "bistro/main.swift": "import Menu\nimport Reports\n\nprint(dishes().map(\\.name), report())",
  ]

  private static let monolithTests = [
    "MenuTests/MenuTests.swift": """
    import Testing
    import TestKit
    @testable import Menu

    @Test func `there is soup`() { #expect(dishes()[0].name == expected()) }
    """,
    "OrdersTests/OrdersTests.swift": """
    import Orders
    import TestKit
    import Testing

    @Test func `the first dish is ordered`() { #expect(order().0.name == expected()) }
    """,
    "BistroTests/BistroTests.swift": """
    import Menu
    import Testing
    @testable import bistro

    @Test func `two dishes`() { #expect(dishes().count == 2) }
    """,
  ]
}
