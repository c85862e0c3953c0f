// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "__NAME__",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "__MODULE__", targets: ["__MODULE__"]),
    .executable(name: "__MODULE__Preview", targets: ["__MODULE__Preview"]),
  ],
  dependencies: [
    .package(path: "__PATH_TO_FlowKit__")
  ],
  targets: [
    .target(
      name: "__MODULE__",
      dependencies: [
        .product(name: "FlowKit", package: "FlowKit")
      ],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "__MODULE__Preview",
      dependencies: [
        "__MODULE__",
        .product(name: "FlowConsole", package: "FlowKit"),
        .product(name: "FlowKit", package: "FlowKit"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "__MODULE__Tests",
      dependencies: [
        "__MODULE__",
        .product(name: "FlowKit", package: "FlowKit"),
        .product(name: "FlowTesting", package: "FlowKit"),
      ],
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)
