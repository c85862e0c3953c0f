/// The scratch folder of a build, which is of use at one path only: what the compiler wrote contains
/// absolute paths, and it refuses modules that it made elsewhere.
package struct BuildFolder {
  package let path: String

  package init(_ path: String) {
    self.path = path
  }

  /// Removes what was built at another path, as in a copied or renamed clone.
  ///
  /// Called before each build, by one process at a time.
  package func removeIfMoved() throws(OperationError) {
    guard try hasMoved() else { return }
    try LocalFile.removeAll(path)
    try LocalFile.update(place, to: Array(path.utf8))
  }

  /// Whether the build may be one of another path; also before the first build.
  package func hasMoved() throws(OperationError) -> Bool {
    try LocalFile.read(place) != Array(path.utf8)
  }

  /// The file with the path of the last build.
  private var place: String { "\(path).place" }
}
