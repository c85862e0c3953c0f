import Foundation

extension BundledFile {
  /// Names the file at `path` in the bundle of resources that SwiftPM builds for a target, such as
  /// `Menus_Menus`; `damage` is the code of the failure when it cannot be read.
  ///
  /// The bundle is looked for beside the program and among the program's own resources. Where it is
  /// missing the file is too, whereas `Bundle.module` ends the process.
  public init(_ path: String, inBundle name: String, damage: FlowFailure.Code) {
    self.init(path, in: Self.folder(ofBundle: name), damage: damage)
  }

  private static func folder(ofBundle name: String) -> URL {
    let main = Bundle.main.bundleURL
    let homes = [main, Bundle.main.resourceURL, Bundle(for: Marker.self).resourceURL]
    for home in homes.compactMap(\.self) {
      for form in ["resources", "bundle"] {
        let place = home.appendingPathComponent("\(name).\(form)")
        guard let bundle = Bundle(url: place) else { continue }
        return bundle.resourceURL ?? bundle.bundleURL
      }
    }
    return main.appendingPathComponent("\(name).resources")
  }

  /// Says which image this code was linked into, which in a test is not the program.
  private final class Marker {}
}
