import Git
package import GitValues

extension TreePath {
  package static let packageManifest = TreePath(known: "Package.swift")

  /// A path that is a literal in the program.
  package init(known text: String) {
    do {
      try self.init(text)
    } catch {
      preconditionFailure("'\(text)' is spelled in the program and must be a path: \(error)")
    }
  }
}
