// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "Registry",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "registry", targets: ["registry"])
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"),
  ],
  targets: [
    .executableTarget(
      name: "registry",
      dependencies: [
        .product(name: "ArgumentParser", package: "swift-argument-parser")
      ],
      swiftSettings: settings
    ),
    .target(
      name: "PackageManifest",
      dependencies: [
        .product(name: "SwiftParser", package: "swift-syntax"),
        .product(name: "SwiftSyntax", package: "swift-syntax"),
      ],
      swiftSettings: settings
    ),
    .target(
      name: "SourceArchive",
      dependencies: [.product(name: "Crypto", package: "swift-crypto")],
      swiftSettings: settings
    ),
    .testTarget(
      name: "PackageManifestTests",
      dependencies: ["PackageManifest"],
      exclude: ["Fixtures"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "SourceArchiveTests",
      dependencies: ["SourceArchive"],
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)
