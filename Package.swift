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
  dependencies: [
    .package(path: "Components/FlowKit")
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
    .testTarget(
      name: "TerminalTests",
      dependencies: ["Terminal", .product(name: "FlowKit", package: "FlowKit")],
      path: "Tests/TerminalTests",
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)
