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
    .library(name: "PaymentsInterface", targets: ["PaymentsInterface"]),
    .library(name: "Payments", targets: ["Payments"]),
    .executable(name: "PaymentsPreview", targets: ["PaymentsPreview"]),
  ],
  dependencies: [
    .package(path: "../FlowKit"),
    .package(path: "../TerminalPresenter"),
  ],
  targets: [
    .target(
      name: "PaymentsInterface",
      dependencies: [.product(name: "FlowKit", package: "FlowKit")],
      swiftSettings: settings
    ),
    .target(
      name: "Payments",
      dependencies: [
        "PaymentsInterface",
        .product(name: "FlowKit", package: "FlowKit"),
      ],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "PaymentsPreview",
      dependencies: [
        "Payments",
        "PaymentsInterface",
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
        "PaymentsInterface",
        .product(name: "FlowKit", package: "FlowKit"),
        .product(name: "FlowTesting", package: "FlowKit"),
      ],
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)
