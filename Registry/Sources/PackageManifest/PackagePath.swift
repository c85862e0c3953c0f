/// Paths below the repository's root, as text: `Components/FlowKit`, or `.` for the root itself.
public enum PackagePath {
  /// Where a path that a manifest writes leads, in the repository.
  ///
  /// Links are not followed; the file system is not looked at.
  ///
  /// - Parameters:
  ///   - written: As in `.package(path:)`, relative to the package.
  ///   - package: The package's own folder, in the form that this returns.
  /// - Throws: `outsideRepository` for a path that is absolute, starts at the home folder or leads
  ///   above the root.
  public static func resolve(
    _ written: String,
    from package: String
  ) throws(PackageManifestError) -> String {
    guard !written.isEmpty, !written.utf8.contains(0) else {
      throw PackageManifestError(
        .malformed,
        "path that is empty or contains a zero byte, expected one relative to the package"
      )
    }
    // By bytes, as systems read it: a mark behind a slash would make another character of the two.
    let slash = UInt8(ascii: "/")
    guard written.utf8.first != slash, !written.hasPrefix("~"), !written.contains("://") else {
      throw PackageManifestError(
        .outsideRepository,
        "path '\(written)', expected one relative to the package"
      )
    }
    var names: [Substring] = []
    for name in package.utf8.split(separator: slash) + written.utf8.split(separator: slash) {
      let name = Substring(name)
      switch name {
      case ".": continue
      case "..":
        guard names.popLast() != nil else {
          throw PackageManifestError(
            .outsideRepository,
            "path '\(written)' points outside the repository, seen from '\(package)'"
          )
        }
      default: names.append(name)
      }
    }
    return names.isEmpty ? "." : names.joined(separator: "/")
  }
}
