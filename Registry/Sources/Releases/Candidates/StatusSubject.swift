import Git
package import GitValues
package import RegistryModel
package import Versioning
package import Workspace

/// A component that is asked about, with what its log tells.
package struct StatusSubject {
  package let name: ComponentName
  package let component: Component
  package let path: TreePath
  /// Nothing where the branch has no registry yet.
  package let digest: LogDigest?

  package init(
    name: ComponentName,
    component: Component,
    committed: RegistryState?,
    in workspace: borrowing Workspace
  ) throws(OperationError) {
    self.name = name
    self.component = component
    path = component.path
    guard let committed else {
      digest = nil
      return
    }
    if let bytes = try workspace.logBytes(of: name, in: committed),
      let found = LogDigest(bytes)
    {
      digest = found
    } else {
      digest = LogDigest(try workspace.log(of: name, in: committed))
    }
  }
}

extension Workspace {
  /// The committed log as it is; nothing where there is none.
  fileprivate func logBytes(
    of component: ComponentName,
    in state: RegistryState
  ) throws(OperationError) -> [UInt8]? {
    guard let blob = state.logBlobs[String(logPath(of: component).name)] else { return nil }
    return try unifyingErrors { try repository.blob(blob) }
  }
}
