package import RegistryModel

extension Workspace {
  /// The manifest that the person sees: the working file, or the committed one where there are no
  /// working files.
  package func currentManifest() throws(OperationError) -> Manifest {
    if let file = workingPath(manifestPath), LocalFile.kind(at: file) != nil {
      return try workingState().manifest
    }
    guard let state = try committedState() else {
      throw OperationError(.noManifest, "there is no manifest '\(manifestPath)'")
    }
    return state.manifest
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
