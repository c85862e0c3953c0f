import FlowKit
import Foundation

extension BundledFile {
  /// The file at that path among this component's resources.
  init(_ path: String) {
    let bundle = Bundle.module
    self.init(path, in: bundle.resourceURL ?? bundle.bundleURL, damage: .chefsDamaged)
  }
}
