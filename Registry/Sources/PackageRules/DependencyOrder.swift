package import Errors
package import Versioning
import Workspace

/// Components in dependency order, and by name where that leaves a choice.
package struct DependencyOrder {
  package private(set) var names: [ComponentName] = []
  /// The error of each component that is part of a cycle.
  package private(set) var cycles: [ComponentName: OperationError] = [:]

  private let dependencies: [ComponentName: Set<ComponentName>]
  private var isPlaced: [ComponentName: Bool] = [:]

  package init(_ dependencies: [ComponentName: Set<ComponentName>]) {
    self.dependencies = dependencies
    for name in dependencies.keys.sorted() { place(name, below: []) }
  }

  private mutating func place(
    _ name: ComponentName,
    below path: [ComponentName]
  ) {
    switch isPlaced[name] {
    case true: return
    case false:
      let members = path.drop { $0 != name }
      let cycle = (members + [name]).map { "'\($0)'" }
      let error = OperationError(
        .dependencyCycle,
        "components form a dependency cycle: \(cycle.joined(separator: " → "))",
        help: "remove one of these dependencies, for example by moving shared code to a new"
          + " component"
      )
      for member in members { cycles[member] = error }
      return
    case nil: break
    }
    isPlaced[name] = false
    for dependency in (dependencies[name] ?? []).sorted() {
      place(dependency, below: path + [name])
    }
    isPlaced[name] = true
    names.append(name)
  }
}
