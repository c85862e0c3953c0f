package import Base
package import Git
import Model

/// Removes files that killed runs left in a bare copy of a repository, to which only this program
/// writes.
package enum CopyLeftovers {
  /// Takes away parts of packs, and all locks that are not in use: each would make every later
  /// fetch fail.
  package static func remove(from copy: borrowing Repository) throws(OperationError) {
    try unifyingErrors {
      try copy.removeAbandonedPacks()
      var locks = AbandonedLocks()
      let directory = copy.commonDirectory
      for path in try self.locks(in: directory) + self.locks(below: "\(directory)/refs") {
        locks.add(path, holding: .anything)
      }
      try locks.remove()
    }
  }

  private static func locks(in folder: String) throws -> [String] {
    try LocalFile.names(in: folder).filter { $0.hasSuffix(".lock") && $0 != "registry.lock" }
      .map { "\(folder)/\($0)" }
  }

  private static func locks(below folder: String) throws -> [String] {
    var found = try locks(in: folder)
    for name in try LocalFile.names(in: folder) {
      let path = "\(folder)/\(name)"
      if LocalFile.kind(at: path) == .directory { found += try locks(below: path) }
    }
    return found
  }
}
