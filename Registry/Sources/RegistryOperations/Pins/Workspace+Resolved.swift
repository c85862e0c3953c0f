import Git
import RegistryModel

extension Workspace {
  /// Where the resolution lies, beside the manifest.
  var resolvedPath: TreePath { registryPath.appending(Self.resolvedName) }

  private static let resolvedName = TreePath(known: "resolved.json")

  /// What was resolved last; nothing at all where nothing was resolved yet.
  func resolved(in state: RegistryState) throws(OperationError) -> ResolvedReleases {
    try unifyingErrors {
      let bytes: [UInt8]? =
        switch state.origin {
        case .commit(_, let tree): try content(of: resolvedPath, in: tree)
        case .workingFiles: try workingPath(resolvedPath).flatMap { try LocalFile.read($0) }
        }
      return try bytes.map { try ResolvedReleases(reading: $0, file: resolvedPath.string) }
        ?? ResolvedReleases()
    }
  }
}
