// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// The components' own tests, so that one run of the app's tests runs them too.
let componentTests: [Target] = [
  "ChefSourcing", "FlowKit", "OrderProcessing", "Payments", "StatusUpdates",
].map { component in
  var dependencies: [Target.Dependency] = [
    .product(name: "FlowKit", package: "FlowKit"),
    .product(name: "FlowTesting", package: "FlowKit"),
  ]
  if component == "FlowKit" {
    dependencies.append(.product(name: "FlowConsole", package: "FlowKit"))
  } else {
    dependencies.append(.product(name: component, package: component))
  }
  return .testTarget(
    name: "\(component)Tests",
    dependencies: dependencies,
    path: "Components/\(component)/Tests/\(component)Tests",
    swiftSettings: settings
  )
}

let package = Package(
  name: "CookR",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "cookr", targets: ["cookr"])
  ],
  dependencies: [
    .package(path: "Components/ChefSourcing"),
    .package(path: "Components/FlowKit"),
    .package(path: "Components/OrderProcessing"),
    .package(path: "Components/Payments"),
    .package(path: "Components/StatusUpdates"),
    .package(path: "Tests/ProgramTesting"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    .target(
      name: "Terminal",
      dependencies: [
        .product(name: "FlowKit", package: "FlowKit"),
        .product(name: "FlowConsole", package: "FlowKit"),
      ],
      path: "Scaffold/Terminal",
      swiftSettings: settings
    ),
    .executableTarget(
      name: "cookr",
      dependencies: [
        "Persistence",
        "Terminal",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "ChefSourcing", package: "ChefSourcing"),
        .product(name: "FlowKit", package: "FlowKit"),
        .product(name: "OrderProcessing", package: "OrderProcessing"),
        .product(name: "Payments", package: "Payments"),
        .product(name: "StatusUpdates", package: "StatusUpdates"),
      ],
      path: "Scaffold/cookr",
      resources: [.embedInCode("Composition/manifest.json")],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "Measure",
      path: "Benchmarks/Measure"
    ),
    .executableTarget(
      name: "OrderBenchmark",
      dependencies: [
        "Persistence",
        .product(name: "FlowKit", package: "FlowKit"),
        .product(name: "OrderProcessing", package: "OrderProcessing"),
      ],
      path: "Benchmarks/OrderBenchmark",
      swiftSettings: settings
    ),
    .target(
      name: "Persistence",
      dependencies: [
        .product(name: "FlowKit", package: "FlowKit"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
        .product(name: "ChefSourcing", package: "ChefSourcing"),
        .product(name: "OrderProcessing", package: "OrderProcessing"),
        .product(name: "Payments", package: "Payments"),
        .product(name: "StatusUpdates", package: "StatusUpdates"),
      ],
      path: "Scaffold/Persistence",
      swiftSettings: settings
    ),
    .testTarget(
      name: "PersistenceTests",
      dependencies: [
        "Persistence",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "ChefSourcing", package: "ChefSourcing"),
        .product(name: "FlowKit", package: "FlowKit"),
        .product(name: "OrderProcessing", package: "OrderProcessing"),
        .product(name: "Payments", package: "Payments"),
        .product(name: "StatusUpdates", package: "StatusUpdates"),
      ],
      path: "Tests/PersistenceTests",
      swiftSettings: settings
    ),
    .testTarget(
      name: "CoordinatorTests",
      dependencies: [
        "Persistence",
        "cookr",
        .product(name: "ChefSourcing", package: "ChefSourcing"),
        .product(name: "FlowKit", package: "FlowKit"),
        .product(name: "FlowTesting", package: "FlowKit"),
        .product(name: "OrderProcessing", package: "OrderProcessing"),
        .product(name: "Payments", package: "Payments"),
        .product(name: "StatusUpdates", package: "StatusUpdates"),
      ],
      path: "Tests/CoordinatorTests",
      swiftSettings: settings
    ),
    .testTarget(
      name: "AcceptanceTests",
      dependencies: [
        "cookr",
        .product(name: "FlowKit", package: "FlowKit"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "KillSwitch", package: "ProgramTesting"),
        .product(name: "ProgramTesting", package: "ProgramTesting"),
        .product(name: "StatusUpdates", package: "StatusUpdates"),
      ],
      path: "Tests/AcceptanceTests",
      swiftSettings: settings
    ),
    .testTarget(
      name: "CrashTests",
      dependencies: [
        "cookr",
        .product(name: "ProgramTesting", package: "ProgramTesting"),
        .product(name: "KillSwitch", package: "ProgramTesting"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      path: "Tests/CrashTests",
      swiftSettings: settings
    ),
    .testTarget(
      name: "TerminalTests",
      dependencies: ["Terminal", .product(name: "FlowKit", package: "FlowKit")],
      path: "Tests/TerminalTests",
      swiftSettings: settings
    ),
  ] + componentTests,
  swiftLanguageModes: [.v6]
)
