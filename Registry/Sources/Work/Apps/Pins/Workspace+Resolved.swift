package import Base
package import Git
package import Model

extension Workspace {
  /// The path of the resolution, beside the manifest.
  package var resolvedPath: TreePath { registryPath.appending(Self.resolvedName) }

  private static let resolvedName = TreePath(known: "resolved.json")

  /// The previous resolution; empty if there is none.
  package func resolved(in state: RegistryState) throws(OperationError) -> ResolvedReleases {
    try unifyingErrors {
      let bytes: [UInt8]? =
        switch state.origin {
        case .commit(_, let tree): try content(of: resolvedPath, in: tree)
        case .workingFiles: try workingPath(resolvedPath).flatMap { try LocalFile.read($0) }
        }
      return try bytes.map { try read($0) } ?? ResolvedReleases()
    }
  }

  /// - Throws: With help for writing the file again: all of it follows from the pins.
  private func read(_ bytes: [UInt8]) throws(OperationError) -> ResolvedReleases {
    do throws(OperationError) {
      return try ResolvedReleases(reading: bytes, file: resolvedPath.string)
    } catch {
      if error.code == .unknownSchema { throw error }
      throw OperationError(
        error.code,
        error.message,
        help:
          "run 'registry resolve' to write it again; in a merge, first take either side and commit",
        context: error.context
      )
    }
  }
}
