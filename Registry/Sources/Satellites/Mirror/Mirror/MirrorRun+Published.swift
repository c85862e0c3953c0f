import Base
import Model
import Versions

extension MirrorRun {
  /// The logs without internal releases.
  ///
  /// - Throws: For a requested component that has no others, and where all components are internal.
  static func published(
    _ logs: some Sequence<(ComponentName, Result<ReleaseLog, OperationError>)>,
    areNamed: Bool,
    in state: RegistryState
  ) throws(OperationError) -> [Log] {
    let published = logs.map { name, log -> Log in
      let part = log.flatMap { log in
        Result { () throws(OperationError) in try unifyingErrors { try log.published() } }
      }
      return (name, part)
    }
    let empty = published.filter { (try? $0.log.get().releases.isEmpty) ?? false }.map(\.name)
    if areNamed { for name in empty { try state.refuseInternal(name) } }
    if empty.count == published.count { try state.refuseAllInternal() }
    return published
  }
}
