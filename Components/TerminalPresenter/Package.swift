// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "TerminalPresenter",
  products: [
    .library(name: "TerminalPresenter", targets: ["TerminalPresenter"])
  ],
  targets: [
    .target(name: "TerminalPresenter"),
    .testTarget(name: "TerminalPresenterTests", dependencies: ["TerminalPresenter"]),
  ]
)
