// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "HTTPClient",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "HTTPClient", targets: ["HTTPClient"]),
    .library(name: "HTTPClientTesting", targets: ["HTTPClientTesting"]),
  ],
  targets: [
    .systemLibrary(
      name: "CLibCurl",
      pkgConfig: "libcurl",
      providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]
    ),
    .target(name: "HTTPClient", dependencies: ["CLibCurl"], swiftSettings: settings),
    .target(name: "HTTPClientTesting", swiftSettings: settings),
    .testTarget(
      name: "HTTPClientTests",
      dependencies: ["HTTPClient", "HTTPClientTesting"],
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)
