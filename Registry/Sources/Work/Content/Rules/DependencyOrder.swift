package import Base
import Model
package import Versions

/// Components in dependency order, and by name where that leaves a choice.
package struct DependencyOrder {
  /// The components, each behind those that it depends on.
  package private(set) var names: [ComponentName] = []
  /// The error of each component that is part of a cycle.
  package private(set) var cycles: [ComponentName: OperationError] = [:]

  private let dependencies: [ComponentName: Set<ComponentName>]
  private var isPlaced: [ComponentName: Bool] = [:]

  /// Sorts components with all that they depend on; those without dependencies need not be keys.
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

extension DependencyOrder {
  /// The dependencies of each component that depend on it in turn, directly or through others.
  package static func mutual(
    in graph: [ComponentName: Set<ComponentName>]
  ) -> [ComponentName: Set<ComponentName>] {
    if DependencyOrder(graph).cycles.isEmpty { return [:] }
    var search = MutualDependencies(graph)
    for name in graph.keys.sorted() { search.visit(name) }
    return graph.reduce(into: [:]) { mutual, entry in
      let own = search.part[entry.key]
      let members = entry.value.filter { $0 != entry.key && search.part[$0] == own }
      if !members.isEmpty { mutual[entry.key] = members }
    }
  }
}

/// Finds the strongly connected parts of a graph by one search in depth (Tarjan 1972).
private struct MutualDependencies {
  /// The number of the part that each component is in.
  private(set) var part: [ComponentName: Int] = [:]

  private let graph: [ComponentName: Set<ComponentName>]
  private var number: [ComponentName: Int] = [:]
  private var open: [ComponentName] = []

  init(_ graph: [ComponentName: Set<ComponentName>]) {
    self.graph = graph
  }

  /// - Returns: The least number of an open component that it leads to.
  @discardableResult
  mutating func visit(_ name: ComponentName) -> Int {
    if let known = number[name] { return part[name] == nil ? known : .max }
    let own = number.count
    number[name] = own
    open.append(name)
    var least = own
    for other in (graph[name] ?? []).sorted() { least = min(least, visit(other)) }
    guard least == own else { return least }
    while let member = open.popLast() {
      part[member] = own
      if member == name { break }
    }
    return .max
  }
}
