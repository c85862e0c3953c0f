// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  // A Mac has not compiled it yet: what its compiler warns of there is not known.
  .treatAllWarnings(as: .error, .when(platforms: [.linux])),
]

/// The components that features and apps share; they have no flows.
let core: [Package.Dependency] = [
  .package(path: "Components/FlowKit"),
  .package(path: "Components/FlowSwiftUI"),
  .package(path: "Components/HTTPClient"),
  .package(path: "Components/Persistence"),
  .package(path: "Components/TerminalPresenter"),
]

/// The components with flows, from which the lists of tests are made.
///
/// `products` are those beside its own and its preview; a preview is a program of the component, which
/// a test runs. The paths, and what an app uses, are literals, because 'registry' reads them without
/// running this file.
let components: [(package: Package.Dependency, products: [String], preview: Bool)] = [
  (.package(path: "Components/ChefSourcing"), products: [], preview: true),
  (.package(path: "Components/OrderProcessing"), products: [], preview: true),
  (.package(path: "Components/Payments"), products: [], preview: true),
  (.package(path: "Components/StatusUpdates"), products: ["StatusUpdatesWebhook"], preview: true),
]

func path(of package: Package.Dependency) -> String? {
  if case .fileSystem(_, let path) = package.kind { path } else { nil }
}

func name(ofPackageAt path: String) -> String {
  path.split(separator: "/").last.map(String.init) ?? path
}

func names(of packages: [Package.Dependency]) -> [String] {
  packages.compactMap(path(of:)).map(name(ofPackageAt:))
}

let packages = core + components.map(\.package)
let features = names(of: components.map(\.package))
let previewed = names(of: components.filter(\.preview).map(\.package))

let flowKit = Target.Dependency.product(name: "FlowKit", package: "FlowKit")
let flowTesting = Target.Dependency.product(name: "FlowTesting", package: "FlowKit")
let flowConsole = Target.Dependency.product(name: "FlowConsole", package: "FlowKit")
let httpTesting = Target.Dependency.product(name: "HTTPClientTesting", package: "HTTPClient")
let persistence = Target.Dependency.product(name: "Persistence", package: "Persistence")
let terminal = Target.Dependency.product(name: "TerminalPresenter", package: "TerminalPresenter")
let argumentParser = Target.Dependency.product(
  name: "ArgumentParser",
  package: "swift-argument-parser"
)
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let programTesting = Target.Dependency.product(name: "ProgramTesting", package: "ProgramTesting")
let killSwitch = Target.Dependency.product(name: "KillSwitch", package: "ProgramTesting")
let webhook = Target.Dependency.product(name: "StatusUpdatesWebhook", package: "StatusUpdates")

/// The components' own modules.
let featureProducts = features.map { Target.Dependency.product(name: $0, package: $0) }

/// What a component's tests use of it beside its own product.
let tested = Dictionary(uniqueKeysWithValues: zip(features, components.map(\.products)))

/// The components' own tests, so that one run of the app's tests runs them too.
let componentTests = packages.compactMap(path(of:)).map { path in
  let component = name(ofPackageAt: path)
  return Target.testTarget(
    name: "\(component)Tests",
    dependencies: [flowConsole, flowTesting, grdb, httpTesting]
      + Set([component, "FlowKit", "HTTPClient", "Persistence"]).sorted()
      .map { .product(name: $0, package: $0) }
      + tested[component, default: []].map { .product(name: $0, package: component) },
    path: "\(path)/Tests/\(component)Tests",
    swiftSettings: settings
  )
}

let package = Package(
  name: "CookR",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "cookr", targets: ["cookr"]),
    .executable(name: "kitchen", targets: ["kitchen"]),
    .executable(name: "hello", targets: ["hello"]),
  ],
  dependencies: packages + [
    .package(path: "Tests/ProgramTesting"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
  ],
  targets: [
    .target(
      name: "OrderProcessingStorage",
      dependencies: [
        flowKit, grdb, persistence,
        .product(name: "OrderProcessing", package: "OrderProcessing"),
      ],
      path: "Scaffold/cookr/Components/OrderProcessing/Storage",
      swiftSettings: settings
    ),
    .target(
      name: "AppConsole",
      dependencies: [flowKit, persistence, terminal, argumentParser],
      path: "Scaffold/AppConsole",
      swiftSettings: settings
    ),
    .executableTarget(
      name: "cookr",
      dependencies: [
        "AppConsole", "OrderProcessingStorage", flowKit, grdb, persistence, terminal,
        argumentParser,
        "ChefSourcing",
        "OrderProcessing",
        "Payments",
        "StatusUpdates",
      ],
      path: "Scaffold/cookr",
      exclude: ["Components/OrderProcessing/Storage"],
      resources: [.embedInCode("Composition/manifest.json")],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "kitchen",
      dependencies: [
        "AppConsole", "OrderProcessingStorage", flowKit, persistence, terminal, argumentParser,
        webhook,
        .product(name: "ChefSourcing", package: "ChefSourcing"),
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
        .product(name: "OrderProcessing", package: "OrderProcessing"),
        .product(name: "StatusUpdates", package: "StatusUpdates"),
      ],
      path: "Scaffold/kitchen",
      resources: [
        .embedInCode("manifest.json"),
        .embedInCode("Board/Page/board.css"),
        .embedInCode("Board/Page/board.js"),
        .embedInCode("Board/Page/icon.svg"),
      ],
      swiftSettings: settings
    ),
    // The example of Documentation/project/the-idea.md: a component's flow, and its app.
    .target(
      name: "Greeting",
      dependencies: [flowKit],
      path: "Scaffold/hello/Greeting",
      swiftSettings: settings
    ),
    .executableTarget(
      name: "hello",
      dependencies: ["Greeting", flowConsole, flowKit],
      path: "Scaffold/hello",
      exclude: ["Greeting"],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "Measure",
      path: "Benchmarks/Measure"
    ),
    .executableTarget(
      name: "OrderBenchmark",
      dependencies: [
        "OrderProcessingStorage", flowKit, persistence,
        .product(name: "OrderProcessing", package: "OrderProcessing"),
      ],
      path: "Benchmarks/OrderBenchmark",
      swiftSettings: settings
    ),
    .testTarget(
      name: "StorageTests",
      dependencies: ["OrderProcessingStorage", flowKit, grdb, persistence, programTesting]
        + featureProducts,
      path: "Tests/StorageTests",
      swiftSettings: settings
    ),
    .testTarget(
      name: "CoordinatorTests",
      dependencies: [
        "AppConsole", "OrderProcessingStorage", "cookr", flowKit, flowTesting, grdb, persistence,
        programTesting,
      ] + featureProducts,
      path: "Tests/CoordinatorTests",
      swiftSettings: settings
    ),
    .testTarget(
      name: "AcceptanceTests",
      dependencies: [
        "AppConsole", "cookr", "hello", "kitchen", flowKit, flowTesting, grdb, httpTesting,
        killSwitch, persistence, programTesting, webhook,
        .product(name: "StatusUpdates", package: "StatusUpdates"),
      ] + previewed.map { .product(name: "\($0)Preview", package: $0) },
      path: "Tests/AcceptanceTests",
      swiftSettings: settings
    ),
    .testTarget(
      name: "CrashTests",
      dependencies: ["cookr", "kitchen", grdb, killSwitch, programTesting],
      path: "Tests/CrashTests",
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)

// Not in the list above: Swift 6.2 takes too long to check the types of such a sum.
package.targets += componentTests
