package import Base
package import Git

extension TreePath {
  /// Where a path that the manifest of this package writes leads, in the repository.
  ///
  /// Links are not followed; the file system is not looked at.
  ///
  /// - Parameter written: As in `.package(path:)`, relative to the package.
  /// - Throws: `outsideRepository` for a path that is absolute, starts at the home folder or leads
  ///   above the root.
  package func following(_ written: String) throws(OperationError) -> TreePath {
    guard !written.isEmpty, !written.utf8.contains(0) else {
      throw OperationError(
        .malformed,
        "path that is empty or contains a zero byte, expected one relative to the package"
      )
    }
    guard !Self.isAbsolute(written), written.utf8.first != UInt8(ascii: "~"),
      written.utf8.firstRange(of: "://".utf8) == nil
    else {
      throw OperationError(
        .outsideRepository,
        "path '\(written)', expected one relative to the package",
        help: Self.outsideHelp
      )
    }
    guard let names = Self.names(in: written, from: self) else {
      throw OperationError(
        .outsideRepository,
        "path '\(written)' points outside the repository, seen from '\(self)'",
        help: Self.outsideHelp
      )
    }
    do throws(OperationError) {
      return try TreePath(names.joined(separator: "/"))
    } catch {
      throw OperationError(.malformed, error.message)
    }
  }

  private static let outsideHelp =
    "move that package into this repository, or depend on a version of it by URL"
}
