import FlowKit

extension BundledFile {
  /// The file at that path among this component's resources.
  init(_ path: String) {
    self.init(path, inBundle: "OrderProcessing_OrderProcessing", damage: .damagedMenu)
  }
}
