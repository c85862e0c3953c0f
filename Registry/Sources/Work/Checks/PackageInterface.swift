import Model
package import SemverRules

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a package offers to others, as the compiler wrote it.
package struct PackageInterface: Codable, Sendable {
  /// With one set of traits.
  package struct State: Codable, Hashable, Sendable {
    /// The text of each module, also of those that others of the package re-export or name.
    var modules: [String: String] = [:]
    /// The public headers of each module in C.
    var headers: [String: String] = [:]
  }

  /// By the names of ``PackageBuild/Traits``; all traits only if the package has some.
  var states: [String: State]
  /// Why the package could not be built with all traits; `nil` if it could.
  var traitsFailure: String?

  init(_ state: State) {
    states = [PackageBuild.Traits.default.rawValue: state]
  }

  /// - Parameter json: As it was kept; `nil` if that is damaged.
  package init?(keptText json: [UInt8]) {
    guard let kept = try? JSONDecoder().decode(Self.self, from: Data(json)) else { return nil }
    self = kept
  }

  /// As it is kept.
  package func json() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(self))
  }

  /// What a module offers with the package's default traits, as the compiler wrote it, or its headers
  /// in C; `nil` if it is not known.
  package func text(of module: String) -> String? {
    let state = states[PackageBuild.Traits.default.rawValue]
    return state?.modules[module] ?? state?.headers[module]
  }

  /// The modules whose types occur in what clients of modules get.
  package func usedModules(by modules: [String]) -> Set<String> {
    states.values.reduce(into: []) { used, state in
      for index in PackageInterface.State.indexes(of: [state]) {
        used.formUnion(index.usedModules(by: Set(modules)))
      }
      used.formUnion(state.headers.keys)
    }
  }

  /// The differences of the modules that clients can import before and after.
  package func difference(
    to new: PackageInterface,
    offered before: LibraryProducts,
    _ after: LibraryProducts
  ) -> InterfaceDifference {
    let modules = Set(before.modules).intersection(after.modules)
    let changed = states.compactMap { traits, state in
      new.states[traits].flatMap { state == $0 ? nil : [state, $0] }
    }
    let indexes = State.indexes(
      of: changed.flatMap(\.self),
      oldestSystems: before.oldestSystems,
      inPackage: before.reachable.union(after.reachable)
    )
    let pairs = changed.indices.map { (changed[$0], Array(indexes[($0 * 2)...].prefix(2))) }
    var difference = pairs.concurrentMap { states, indexes in
      InterfaceDifference(from: indexes[0], to: indexes[1], of: modules)
        .joined(with: states[0].headerDifference(to: states[1], offered: modules))
    }.reduce(InterfaceDifference()) { $0.joined(with: $1) }
    if traitsFailure != nil || new.traitsFailure != nil {
      let gap =
        "what traits bring that are off by default, since it does not build with all of them"
      difference = difference.joined(with: InterfaceDifference(gaps: [gap]))
    }
    return difference
  }
}

extension PackageInterface.State {
  /// The states, each parsed on a processor of its own.
  ///
  /// - Parameter modules: The names of modules of the package; those without an interface are in C.
  fileprivate static func indexes(
    of states: [Self],
    oldestSystems: OldestSystems = OldestSystems(),
    inPackage modules: Set<String> = []
  ) -> [InterfaceIndex] {
    let modulesInC = modules.subtracting(states.flatMap(\.modules.keys))
    return states.concurrentMap { state in
      InterfaceIndex(
        state.modules.map { ModuleInterface(text: $0.value, of: $0.key) },
        oldestSystems: oldestSystems,
        modulesInC: modulesInC
      )
    }
  }

  /// - Parameter offered: The modules that clients can import; of others, they get what modules in
  ///   Swift export or name.
  fileprivate func headerDifference(to new: Self, offered: Set<String>) -> InterfaceDifference {
    var difference = InterfaceDifference()
    for (name, text) in headers {
      guard let other = new.headers[name] else { continue }
      if text.isEmpty, other.isEmpty {
        let gap = "the C module \(name), whose public headers were not found"
        difference = difference.joined(with: InterfaceDifference(gaps: [gap]))
      }
      difference = difference.joined(
        with: InterfaceDifference(
          ofHeadersFrom: text,
          to: other,
          module: name,
          onlyTypes: !offered.contains(name)
            && !modules.values.contains { $0.contains("@_exported import \(name)\n") }
        )
      )
    }
    return difference
  }
}
