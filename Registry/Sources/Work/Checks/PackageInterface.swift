import ManifestEditor
package import ManifestForms
import Model
package import SemverRules

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The public interface of a package, as the compiler wrote it.
package struct PackageInterface: Codable, Sendable {
  /// The interface with one set of traits.
  package struct State: Codable, Hashable, Sendable {
    /// The text of each module, also of those that others of the package re-export or name.
    var modules: [String: String] = [:]
    /// The public headers of each module in C.
    var headers: [String: String] = [:]
    /// The types that Swift imports from each C module that an interface in Swift names, as text.
    var imported: [String: String]?
    /// The parts of their sources that clients use and the compiler leaves out, by module; `nil` for
    /// none.
    var unwritten: [String: Unwritten]?
  }

  /// The declarations that the compiler leaves out of a module's interface.
  package struct Unwritten: Codable, Hashable, Sendable {
    /// The text for the end of the interface.
    var demands = ""
    /// The code that no build compiles, by its condition.
    var uncompiled: [String: String] = [:]
  }

  /// The interfaces by the names of ``PackageBuild/Traits``; one with all traits only if the
  /// package has some.
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

  /// Returns the JSON that ``init(keptText:)`` reads.
  package func json() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(self))
  }

  /// Returns the interface of a module with the package's default traits, as the compiler wrote it,
  /// or its headers in C; `nil` if it is not known.
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
    for (before, after) in changed.map({ ($0[0], $0[1]) }) {
      difference = difference.joined(with: before.uncompiledDifference(to: after, of: modules))
    }
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
        state.modules.map { name, text in
          ModuleInterface(text: text + (state.unwritten?[name]?.demands ?? ""), of: name)
        },
        oldestSystems: oldestSystems,
        modulesInC: modulesInC,
        imported: state.imported.map { $0.map { ModuleInterface(text: $1, of: $0) } } ?? []
      )
    }
  }

  /// Which code that no build compiles has changed.
  fileprivate func uncompiledDifference(
    to new: Self,
    of modules: Set<String>
  ) -> InterfaceDifference {
    let gaps = modules.sorted().flatMap { module in
      let (before, after) = (unwritten?[module]?.uncompiled, new.unwritten?[module]?.uncompiled)
      return Set(before?.keys.map(\.self) ?? []).union(after?.keys.map(\.self) ?? [])
        .filter { before?[$0] != after?[$0] }.sorted()
        .map { "what is below '\($0)' in the module \(module), which is not compiled" }
    }
    return InterfaceDifference(gaps: gaps)
  }

  /// The types that Swift imports from a C module: those that clients can get values of in this state,
  /// and all in the other; `nil` if one of the two is not known.
  private func imported(
    of module: String,
    with new: Self
  ) -> (old: ModuleInterface, new: ModuleInterface)? {
    guard let old = imported?[module], let new = new.imported?[module] else { return nil }
    let interface = ModuleInterface(text: old, of: module)
    return (interface.only(namedIn: modules.values), ModuleInterface(text: new, of: module))
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
            && !modules.values.contains { $0.contains("@_exported import \(name)\n") },
          onlySwift: !offered.contains(name),
          imported: imported(of: name, with: new)
        )
      )
    }
    return difference
  }
}

/// The library products of a package and their modules.
package struct LibraryProducts {
  /// The names of the products.
  package let names: Set<String>
  /// The modules of their targets, sorted.
  package let modules: [String]
  /// The targets whose builds produce all of these modules.
  let roots: [String]
  /// The modules of the package that clients may get with these, without importing them.
  package let reachable: Set<String>
  /// The folders of the targets of the modules, as far as they are not at the usual place.
  package let folders: [String: String]
  /// Where the public headers of targets in C are, by module; of a system library, in its folder.
  let headers: [String: String]
  /// The targets of the modules.
  let targets: [PackageTarget]
  /// The traits that clients can choose, each with whether it is on by default.
  let traits: [String: Bool]
  /// The oldest systems that clients can be built for.
  let oldestSystems: OldestSystems

  package init(_ manifest: LocatedManifest) {
    let libraries = manifest.products.filter { $0.kind == .library }
    names = Set(libraries.map(\.name))
    let targets = manifest.targets.filter { $0.kind == .target || $0.kind == .systemLibrary }
    let offered = Set(libraries.flatMap(\.targets))
    let own = targets.filter { offered.contains($0.name) }
    self.targets = own
    modules = own.map { Self.module($0.name) }.sorted()
    let reached = Set(own.flatMap { Self.dependencies(of: $0, among: targets) })
    reachable = Set(reached.map(Self.module))
    folders = Dictionary(
      targets.compactMap { target in target.path.map { (Self.module(target.name), $0) } }
    ) { first, _ in first }
    headers = Dictionary(
      targets.map { target in
        let folder = target.kind == .systemLibrary ? "." : target.publicHeadersPath ?? "include"
        return (Self.module(target.name), folder)
      }
    ) { first, _ in first }
    traits = Dictionary(manifest.traits.map { ($0, false) }) { first, _ in first }
      .merging(Self.enabled(manifest).map { ($0, true) }) { $1 }
    oldestSystems = OldestSystems(manifest.platforms)
    // Nothing is built of a system library.
    roots = own.filter { $0.kind == .target && !reached.contains($0.name) }.map(\.name).sorted()
  }

  /// The traits that are on for clients that choose none, also by another one.
  private static func enabled(_ manifest: LocatedManifest) -> Set<String> {
    var found: Set<String> = []
    var open = Array(manifest.defaultTraits)
    while let name = open.popLast() {
      if found.insert(name).inserted { open += manifest.enabledTraits[name] ?? [] }
    }
    return found
  }

  /// The names in conditions that are known in the builds that are compared, which are for debugging.
  ///
  /// - Parameter choosesTraits: Whether a person has chosen the traits.
  func builds(choosesTraits: Bool) -> [[String: Bool]] {
    let sets = choosesTraits || traits.isEmpty ? [[:]] : [traits, traits.mapValues { _ in true }]
    return sets.map { $0.merging(["DEBUG": true]) { $1 } }
  }

  /// All targets of the package that one needs, directly or through others.
  private static func dependencies(
    of target: PackageTarget,
    among targets: [PackageTarget]
  ) -> Set<String> {
    var found: Set<String> = []
    var open = [target]
    while let target = open.popLast() {
      // By name alone, it may be a product of another package.
      for name in target.ownDependencies {
        guard let needed = targets.first(where: { $0.name == name }),
          found.insert(name).inserted
        else { continue }
        open.append(needed)
      }
    }
    return found
  }

  /// The compiler's name for a target.
  static func module(_ target: String) -> String {
    let name = String(target.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
    return name.first?.isNumber == true ? "_" + name.dropFirst() : name
  }
}
