package import Base
package import Versions

extension RegistryState {
  /// Throws for a component that is never released.
  package func refusePrivate(_ name: ComponentName) throws(OperationError) {
    guard manifest.components[name]?.isPrivate == true else { return }
    throw OperationError(
      .privateComponent,
      "'\(name)' is private, so it is never released",
      help: "'registry set \(name).private --unset' lets it be released"
    )
  }

  /// Those of the components that can be released.
  ///
  /// - Throws: If all of them are private.
  package func withoutPrivate(
    _ names: [ComponentName]
  ) throws(OperationError) -> [ComponentName] {
    let released = names.filter { manifest.components[$0]?.isPrivate != true }
    if released.isEmpty, let first = names.first { try refusePrivate(first) }
    return released
  }
}
