// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error, .when(platforms: [.linux])),
]

let package = Package(
  name: "ProgramTesting",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "ProgramTesting", targets: ["ProgramTesting"]),
    .library(name: "KillSwitch", type: .dynamic, targets: ["KillSwitch"]),
  ],
  dependencies: [
    .package(
      url: "https://github.com/swiftlang/swift-subprocess",
      from: "1.0.2",
      traits: ["SubprocessFoundation"]
    )
  ],
  targets: [
    .target(name: "KillSwitch", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    .target(
      name: "ProgramTesting",
      dependencies: [.product(name: "Subprocess", package: "swift-subprocess")],
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)
