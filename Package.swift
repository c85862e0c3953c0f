// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

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
    .target(
      name: "Persistence",
      dependencies: [
        .product(name: "FlowKit", package: "FlowKit"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "ChefSourcing", package: "ChefSourcing"),
        .product(name: "OrderProcessing", package: "OrderProcessing"),
        .product(name: "Payments", package: "Payments"),
        .product(name: "StatusUpdates", package: "StatusUpdates"),
      ],
      path: "Scaffold/Persistence",
      swiftSettings: settings
    ),
    .testTarget(
      name: "TerminalTests",
      dependencies: ["Terminal", .product(name: "FlowKit", package: "FlowKit")],
      path: "Tests/TerminalTests",
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)
