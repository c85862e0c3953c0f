// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "Versions",
  products: [.library(name: "Versions", targets: ["Versions"])],
  dependencies: [
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0")
  ],
  targets: [
    .target(
      name: "Versions",
      dependencies: [.product(name: "BitCollections", package: "swift-collections")],
      swiftSettings: settings
    ),
    .testTarget(name: "VersionsTests", dependencies: ["Versions"], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
