import Git
import GitValues

extension TreePath {
  static let packageManifest = TreePath(known: "Package.swift")

  /// A path that the program itself spells.
  init(known text: String) {
    do {
      try self.init(text)
    } catch {
      preconditionFailure("'\(text)' is spelled in the program and must be a path: \(error)")
    }
  }
}
