// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "OrderProcessing",
  platforms: [.macOS(.v14), .iOS(.v17)],
  products: [
    .library(name: "OrderProcessing", targets: ["OrderProcessing"]),
    .executable(name: "OrderProcessingPreview", targets: ["OrderProcessingPreview"]),
  ],
  dependencies: [
    .package(path: "../FlowKit"),
    .package(path: "../TerminalPresenter"),
  ],
  targets: [
    .target(
      name: "OrderProcessing",
      dependencies: [.product(name: "FlowKit", package: "FlowKit")],
      resources: [.copy("Resources/menu.json"), .copy("Resources/Pictures")],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "OrderProcessingPreview",
      dependencies: [
        "OrderProcessing",
        .product(name: "FlowKit", package: "FlowKit"),
        .product(name: "FlowConsole", package: "FlowKit"),
        .product(name: "TerminalPresenter", package: "TerminalPresenter"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "OrderProcessingTests",
      dependencies: [
        "OrderProcessing",
        .product(name: "FlowKit", package: "FlowKit"),
        .product(name: "FlowTesting", package: "FlowKit"),
      ],
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)
