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
    .package(path: "../TerminalPresenter"),
  ],
  targets: [
    .target(name: "CCurlGet"),
    .target(
      name: "ChefSourcing",
      dependencies: ["CCurlGet", .product(name: "FlowKit", package: "FlowKit")],
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
      ],
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)
