import AppConsole
import Foundation

extension ComponentVersions {
  /// Those of this build.
  static let ofThisApp = ComponentVersions(in: Data(PackageResources.manifest_json))
}
