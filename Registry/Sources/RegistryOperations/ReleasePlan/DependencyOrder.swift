import Versioning

/// Components with each behind all that it depends on, and by name where that leaves a choice.
struct DependencyOrder {
  private(set) var names: [ComponentName] = []

  private let dependencies: [ComponentName: Set<ComponentName>]
  private var isPlaced: [ComponentName: Bool] = [:]

  /// - Throws: ``OperationError/Code/dependencyCycle``, naming all that are in it.
  init(_ dependencies: [ComponentName: Set<ComponentName>]) throws(OperationError) {
    self.dependencies = dependencies
    for name in dependencies.keys.sorted() { try place(name, below: []) }
  }

  private mutating func place(
    _ name: ComponentName,
    below path: [ComponentName]
  ) throws(OperationError) {
    switch isPlaced[name] {
    case true: return
    case false:
      let cycle = (path.drop { $0 != name } + [name]).map { "'\($0)'" }
      throw OperationError(
        .dependencyCycle,
        "components depend on each other in a circle: \(cycle.joined(separator: " → "))",
        help: "take one of these dependencies away: what both need can be a component of its own"
      )
    case nil: break
    }
    isPlaced[name] = false
    for dependency in (dependencies[name] ?? []).sorted() {
      try place(dependency, below: path + [name])
    }
    isPlaced[name] = true
    names.append(name)
  }
}

extension OperationError.Code {
  package static let dependencyCycle = Self(rawValue: "dependency-cycle")
}
