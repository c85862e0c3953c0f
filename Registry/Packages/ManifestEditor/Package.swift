// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "ManifestEditor",
  platforms: [.macOS(.v15)],
  products: [.library(name: "ManifestEditor", targets: ["ManifestEditor"])],
  dependencies: [
    .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1")
  ],
  targets: [
    .target(
      name: "ManifestEditor",
      dependencies: [
        .product(name: "SwiftParser", package: "swift-syntax"),
        .product(name: "SwiftSyntax", package: "swift-syntax"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "ManifestEditorTests",
      dependencies: ["ManifestEditor"],
      exclude: ["Fixtures"],
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)
