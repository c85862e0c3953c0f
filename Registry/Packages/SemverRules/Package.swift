// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "SemverRules",
  platforms: [.macOS(.v15)],
  products: [.library(name: "SemverRules", targets: ["SemverRules"])],
  dependencies: [
    .package(path: "../Versions"),
    .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"),
  ],
  targets: [
    .target(
      name: "SemverRules",
      dependencies: [
        "Versions",
        .product(name: "SwiftParser", package: "swift-syntax"),
        .product(name: "SwiftSyntax", package: "swift-syntax"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "SemverRulesTests",
      dependencies: ["SemverRules", "Versions"],
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)
