// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "ChefSourcing",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "ChefSourcing", targets: ["ChefSourcing"]),
    .executable(name: "ChefSourcingPreview", targets: ["ChefSourcingPreview"]),
  ],
  dependencies: [
    .package(path: "../FlowKit"),
    .package(path: "../HTTPClient"),
    .package(path: "../Persistence"),
    .package(path: "../TerminalPresenter"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    .target(
      name: "ChefSourcing",
      dependencies: [
        .product(name: "FlowKit", package: "FlowKit"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "HTTPClient", package: "HTTPClient"),
        .product(name: "Persistence", package: "Persistence"),
      ],
      resources: [.process("Resources")],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "ChefSourcingPreview",
      dependencies: [
        "ChefSourcing",
        .product(name: "FlowKit", package: "FlowKit"),
        .product(name: "FlowConsole", package: "FlowKit"),
        .product(name: "TerminalPresenter", package: "TerminalPresenter"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "ChefSourcingTests",
      dependencies: [
        "ChefSourcing",
        .product(name: "FlowKit", package: "FlowKit"),
        .product(name: "FlowTesting", package: "FlowKit"),
        .product(name: "HTTPClientTesting", package: "HTTPClient"),
        .product(name: "Persistence", package: "Persistence"),
      ],
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)
