package import Base
package import Git
package import Versions

extension ComponentName {
  /// Throws for a name that no file can have on Windows: logs and folders are named after components; or no tag.
  package func checkIsPortable() throws(OperationError) {
    guard !key.hasSuffix(".lock") else {
      throw OperationError(
        .invalidName,
        "invalid component name '\(text)', no tag in git can have it",
        help: "choose another name"
      )
    }
    guard let device = TreeNameRules.device(named: text) else { return }
    throw OperationError(
      .invalidName,
      "invalid component name '\(text)', '\(device)' is a device on Windows",
      help: "choose another name"
    )
  }
}

extension TreePath {
  /// Throws for a path that no folder can have on Windows.
  package func checkIsPortable() throws(OperationError) {
    for name in names {
      guard let device = TreeNameRules.device(named: name) else { continue }
      throw OperationError(
        .invalidPath,
        "invalid path '\(self)', '\(device)' is a device on Windows",
        help: "choose another folder"
      )
    }
  }
}
