// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "FlowKit",
  platforms: [.macOS(.v14), .iOS(.v17)],
  products: [
    .library(name: "FlowKit", targets: ["FlowKit"]),
    .library(name: "FlowConsole", targets: ["FlowConsole"]),
    .library(name: "FlowTesting", targets: ["FlowTesting"]),
  ],
  targets: [
    .target(name: "FlowKit", swiftSettings: settings),
    .target(name: "FlowConsole", dependencies: ["FlowKit"], swiftSettings: settings),
    .target(name: "FlowTesting", dependencies: ["FlowKit"], swiftSettings: settings),
    .testTarget(
      name: "FlowKitTests",
      dependencies: ["FlowKit", "FlowConsole", "FlowTesting"],
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)
