import Base
import Model
import Versions

extension Manifest {
  /// Components by name.
  ///
  /// - Parameter texts: Components and groups in a person's spelling; none means all of them.
  func selected(_ texts: [String]) throws(OperationError) -> [(name: ComponentName, Component)] {
    let names = try unifyingErrors { Set(try texts.flatMap { try components(matching: $0) }) }
    return components.filter { texts.isEmpty || names.contains($0.key) }
      .sorted { $0.key < $1.key }.map { ($0, $1) }
  }
}
