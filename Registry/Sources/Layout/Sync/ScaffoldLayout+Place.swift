import Files
package import Workspace

/// A build is of use at one path only: what the compiler wrote contains absolute paths, and it
/// refuses modules that it made elsewhere.
extension ScaffoldLayout {
  /// Removes a build that was made at another path, as in a copied or renamed clone.
  package func removeMovedBuild() throws(OperationError) {
    try unifyingErrors {
      guard try hasMovedBuild() else { return }
      try LocalFile.removeAll(build)
      try LocalFile.update(place, to: Array(folder.utf8))
    }
  }

  /// Whether there may be a build of another path; also before the first build.
  func hasMovedBuild() throws -> Bool {
    try LocalFile.read(place) != Array(folder.utf8)
  }

  /// The path of the folder as of the last build.
  private var place: String { "\(folder)/place" }
}
