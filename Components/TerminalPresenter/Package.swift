// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

let flowKit = Target.Dependency.product(name: "FlowKit", package: "FlowKit")
let flowConsole = Target.Dependency.product(name: "FlowConsole", package: "FlowKit")
let flowTesting = Target.Dependency.product(name: "FlowTesting", package: "FlowKit")

let package = Package(
  name: "TerminalPresenter",
  platforms: [.macOS(.v14)],
  products: [
    .library(name: "TerminalPresenter", targets: ["TerminalPresenter"])
  ],
  dependencies: [
    .package(path: "../FlowKit")
  ],
  targets: [
    .target(
      name: "TerminalPresenter",
      dependencies: [flowKit, flowConsole],
      swiftSettings: settings
    ),
    .testTarget(
      name: "TerminalPresenterTests",
      dependencies: ["TerminalPresenter", flowKit, flowConsole, flowTesting],
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)
