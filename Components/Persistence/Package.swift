// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

let flowKit = Target.Dependency.product(name: "FlowKit", package: "FlowKit")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")

let package = Package(
  name: "Persistence",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "Persistence", targets: ["Persistence"])
  ],
  dependencies: [
    .package(path: "../FlowKit"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    .target(
      name: "Persistence",
      dependencies: [flowKit, grdb, .product(name: "GRDBSQLite", package: "GRDB.swift")],
      swiftSettings: settings
    ),
    .testTarget(
      name: "PersistenceTests",
      dependencies: ["Persistence", flowKit, grdb],
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)
