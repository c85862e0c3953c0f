// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

let flowKit = Target.Dependency.product(name: "FlowKit", package: "FlowKit")
let flowTesting = Target.Dependency.product(name: "FlowTesting", package: "FlowKit")

let package = Package(
  name: "FlowSwiftUI",
  platforms: [.macOS(.v14), .iOS(.v17)],
  products: [
    .library(name: "FlowSwiftUI", targets: ["FlowSwiftUI"])
  ],
  dependencies: [
    .package(path: "../FlowKit")
  ],
  targets: [
    .target(name: "FlowSwiftUI", dependencies: [flowKit], swiftSettings: settings),
    .testTarget(
      name: "FlowSwiftUITests",
      dependencies: ["FlowSwiftUI", flowKit, flowTesting],
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)
