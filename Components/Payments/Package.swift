// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "Payments",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "Payments", targets: ["Payments"]),
    .executable(name: "PaymentsPreview", targets: ["PaymentsPreview"]),
  ],
  dependencies: [
    .package(path: "../FlowKit"),
    .package(path: "../Persistence"),
    .package(path: "../TerminalPresenter"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    .target(
      name: "Payments",
      dependencies: [
        .product(name: "FlowKit", package: "FlowKit"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "Persistence", package: "Persistence"),
      ],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "PaymentsPreview",
      dependencies: [
        "Payments",
        .product(name: "FlowKit", package: "FlowKit"),
        .product(name: "FlowConsole", package: "FlowKit"),
        .product(name: "TerminalPresenter", package: "TerminalPresenter"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "PaymentsTests",
      dependencies: [
        "Payments",
        .product(name: "FlowKit", package: "FlowKit"),
        .product(name: "FlowTesting", package: "FlowKit"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "Persistence", package: "Persistence"),
      ],
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)
