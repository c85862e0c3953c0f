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
    .library(name: "StatusUpdatesWebhook", targets: ["StatusUpdatesWebhook"]),
    .executable(name: "StatusUpdatesPreview", targets: ["StatusUpdatesPreview"]),
  ],
  dependencies: [
    .package(path: "../FlowKit"),
    .package(path: "../HTTPClient"),
    .package(path: "../Persistence"),
    .package(path: "../TerminalPresenter"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    .systemLibrary(
      name: "CNettle",
      pkgConfig: "nettle",
      providers: [.apt(["nettle-dev"])]
    ),
    .target(
      name: "StatusUpdates",
      dependencies: [
        .product(name: "FlowKit", package: "FlowKit"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "Persistence", package: "Persistence"),
      ],
      swiftSettings: settings
    ),
    .target(
      name: "StatusUpdatesWebhook",
      dependencies: [
        "StatusUpdates",
        .product(name: "FlowKit", package: "FlowKit"),
        .product(name: "HTTPClient", package: "HTTPClient"),
        // Elsewhere the system has CryptoKit.
        .byName(name: "CNettle", condition: .when(platforms: [.linux])),
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
        "StatusUpdatesWebhook",
        .product(name: "FlowKit", package: "FlowKit"),
        .product(name: "FlowTesting", package: "FlowKit"),
        .product(name: "HTTPClient", package: "HTTPClient"),
        .product(name: "HTTPClientTesting", package: "HTTPClient"),
        .product(name: "Persistence", package: "Persistence"),
      ],
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)
