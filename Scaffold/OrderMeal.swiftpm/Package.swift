// swift-tools-version: 6.2
import AppleProductTypes
import PackageDescription

let package = Package(
  name: "OrderMeal",
  platforms: [.iOS(.v17)],
  products: [
    .iOSApplication(
      name: "OrderMeal",
      targets: ["OrderMeal"],
      bundleIdentifier: "com.example.OrderMeal",
      supportedDeviceFamilies: [.phone, .pad],
      supportedInterfaceOrientations: [.portrait, .landscapeLeft, .landscapeRight]
    )
  ],
  dependencies: [
    .package(path: "../../Components/FlowKit"),
    .package(path: "../../Components/FlowSwiftUI"),
    .package(path: "../../Components/OrderProcessing"),
  ],
  targets: [
    .executableTarget(
      name: "OrderMeal",
      dependencies: [
        .product(name: "FlowKit", package: "FlowKit"),
        .product(name: "FlowSwiftUI", package: "FlowSwiftUI"),
        .product(name: "OrderProcessing", package: "OrderProcessing"),
      ],
      path: "."
    )
  ],
  swiftLanguageModes: [.v6]
)
