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
    .library(name: "StatusUpdates", targets: ["StatusUpdates"])
  ],
  dependencies: [
    .package(path: "../FlowKit"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
  ],
  targets: [
    .target(
      name: "StatusUpdates",
      dependencies: [
        .product(name: "FlowKit", package: "FlowKit"),
        .product(name: "Crypto", package: "swift-crypto"),
      ],
      swiftSettings: settings
    )
  ],
  swiftLanguageModes: [.v6]
)
