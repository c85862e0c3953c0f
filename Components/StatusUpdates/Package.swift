// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "StatusUpdates",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "StatusUpdates", targets: ["StatusUpdates"]),
    .executable(name: "StatusUpdatesPreview", targets: ["StatusUpdatesPreview"]),
  ],
  dependencies: [
    .package(path: "../FlowKit"),
    .package(path: "../HTTPClient"),
    .package(path: "../TerminalPresenter"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
  ],
  targets: [
    .target(
      name: "StatusUpdates",
      dependencies: [
        .product(name: "FlowKit", package: "FlowKit"),
        .product(name: "HTTPClient", package: "HTTPClient"),
        .product(name: "Crypto", package: "swift-crypto"),
      ],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "StatusUpdatesPreview",
      dependencies: [
        "StatusUpdates",
        .product(name: "FlowKit", package: "FlowKit"),
        .product(name: "FlowConsole", package: "FlowKit"),
        .product(name: "TerminalPresenter", package: "TerminalPresenter"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "StatusUpdatesTests",
      dependencies: [
        "StatusUpdates",
        .product(name: "FlowKit", package: "FlowKit"),
        .product(name: "FlowTesting", package: "FlowKit"),
        .product(name: "HTTPClientTesting", package: "HTTPClient"),
      ],
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)
