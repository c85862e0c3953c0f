package import Base
package import Git

extension Workspace {
  /// The manifest that the person sees: the working file, or the committed one where there are no
  /// working files.
  package func currentManifest() throws(OperationError) -> Manifest {
    try currentDocument().manifest
  }

  /// The same with its text.
  package func currentDocument() throws(OperationError) -> ManifestDocument {
    if let document = try workingDocument() { return document }
    guard let state = try committedState() else { throw .noManifest(manifestPath) }
    return state.document
  }

  /// The manifest of the working files, if there is one.
  package func workingManifest() throws(OperationError) -> Manifest? {
    try workingDocument()?.manifest
  }

  private func workingDocument() throws(OperationError) -> ManifestDocument? {
    guard let file = workingPath(manifestPath) else { return nil }
    return try unifyingErrors {
      try LocalFile.read(file).map { try lastManifest.reading($0, file: manifestPath.string) }
    }
  }

  /// What is listed under a name as the branch has it, such as `manifest.component(named:)`.
  ///
  /// - Throws: Also where it is listed and not committed, which is said.
  package func committed<Found>(
    in state: RegistryState,
    _ find: (Manifest) throws -> Found
  ) throws -> Found {
    do {
      return try find(state.manifest)
    } catch {
      let error = OperationError(error)
      guard let working = try? workingManifest(), (try? find(working)) != nil else {
        throw error
      }
      throw OperationError(
        error.code,
        error.message,
        help: "'\(manifestPath)' lists it and is not committed: commit it first",
        context: error.context
      )
    }
  }

  /// The state as the branch has it; nothing before it has a manifest.
  package func committedState() throws(OperationError) -> RegistryState? {
    guard let tip else { return nil }
    do throws(OperationError) {
      return try state(at: tip)
    } catch  where error.code == .noManifest {
      return nil
    }
  }
}

extension OperationError {
  package static func noManifest(_ path: TreePath) -> OperationError {
    OperationError(
      .noManifest,
      "there is no manifest '\(path)'",
      help: "create it with 'registry init'"
    )
  }
}
