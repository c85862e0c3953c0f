/// The interfaces of a package's modules, with what is asked of them while they are compared.
public struct InterfaceIndex: Sendable {
  public let modules: [String: ModuleInterface]
  /// The types by their qualified names.
  private(set) var types: [String: Declaration]
  /// The qualified names that end with a name.
  private let names: [String: Set<String>]
  /// What each type conforms to, without what is implied.
  private(set) var conformances: [String: [Conformance]]
  /// The members of each type, of its own module and of others.
  private(set) var members: [String: [Declaration]]
  let oldestSystems: OldestSystems
  /// The modules in whose name types of others are compared.
  let homes: [String: String]
  /// The classes that others inherit from.
  private let baseClasses: Set<String>

  /// - Parameter modulesInC: Those of the package. A type of C is the same in all that include it.
  public init(
    _ modules: [ModuleInterface],
    oldestSystems: OldestSystems = OldestSystems(),
    modulesInC: Set<String> = []
  ) {
    (self.oldestSystems, homes) = (oldestSystems, Self.homes(modulesInC: modulesInC))
    self.modules = Dictionary(modules.map { ($0.name, $0) }) { first, _ in first }
    var types: [String: Declaration] = [:]
    var names: [String: Set<String>] = [:]
    var members: [String: [Declaration]] = [:]
    for module in modules {
      for declaration in module.declarations {
        if let context = declaration.context { members[context, default: []].append(declaration) }
        guard declaration.kind.isType, declaration.kind != .associatedtype else { continue }
        let name = declaration.qualifiedName(in: module.name)
        types[name] = declaration
        names[declaration.name, default: []].insert(name)
      }
    }
    (self.types, self.names, self.members) = (types, names, members)
    baseClasses = types.values.reduce(into: []) { all, type in
      if type.kind == .class { all.formUnion(type.inherited.compactMap(\.path)) }
    }
    conformances = Dictionary(
      grouping: modules.flatMap(\.conformances).flatMap(\.parts),
      by: \.type
    )
  }

  /// The generic parameters of a type and of those around it, as its members see them.
  func genericParameters(of name: String) -> [String] {
    guard let type = types[name] else { return [] }
    return (type.context.map(genericParameters) ?? []) + type.generics.parameters.map(\.name)
  }

  /// The qualified name of a type that is in no other; `nil` if it is not known.
  func name(of type: Declaration) -> String? {
    guard let all = names[type.name] else { return nil }
    return all.sorted().first { types[$0]?.kind == type.kind && types[$0]?.context == type.context }
  }

  func hasSubclasses(_ type: String) -> Bool { baseClasses.contains(type) }

  /// The same with types known under one more name each, their new one.
  func naming(_ moved: [String: String]) -> InterfaceIndex {
    if moved.isEmpty { return self }
    var copy = self
    for (name, target) in moved where types[target] == nil || types[target]?.kind == .typealias {
      copy.types[target] = types[name]
      copy.members[target] = members[name]
      copy.conformances[target] = conformances[name]
    }
    return copy
  }

  /// The type that has a new name, if the old one is an alias of it that all clients can use.
  func renamedType(_ name: String, since old: InterfaceIndex) -> String? {
    guard let alias = types[name], alias.kind == .typealias, let was = old.types[name],
      was.kind.isNominal, let path = alias.type?.path, let type = types[path],
      type.kind.isNominal, old.types[path].map({ $0.type?.path == name }) ?? true,
      alias.availability.platforms.values.allSatisfy({
        !$0.isUnavailable && $0.introduced == nil && $0.obsoleted == nil
      }),
      was.context.map(old.genericParameters)?.isEmpty ?? true,
      type.context.map(genericParameters)?.isEmpty ?? true
    else { return nil }
    if type.generics.parameters.isEmpty { return alias.generics.parameters.isEmpty ? path : nil }
    let plain = Spelling(index: self).canonical(alias, resolvesAliases: false)
    return typeWithSameParameters(as: plain)
  }

  /// The only type of that name; `nil` if there are several or none.
  func onlyType(named name: String) -> String? {
    guard let all = names[name], all.count == 1 else { return nil }
    return all.first
  }

  /// The modules that come along with a module, and itself.
  func exported(by module: String) -> Set<String> {
    var found: Set<String> = []
    var open = [module]
    while let name = open.popLast() {
      guard let interface = modules[name], found.insert(name).inserted else { continue }
      open += interface.exports
    }
    return found
  }
}

extension InterfaceIndex {
  /// All that a protocol inherits from, itself included.
  func ancestors(of proto: String) -> Set<String> {
    var found: Set<String> = []
    var open = [proto]
    while let name = open.popLast() {
      guard found.insert(name).inserted else { continue }
      open += StandardProtocols.parents[name] ?? []
      if let type = types[name] {
        open += type.inherited.flatMap(\.protocolNames)
        for case .conforms(let subject, let bound) in type.generics.requirements
        where subject.path == "Self" {
          open += bound.protocolNames
        }
      }
    }
    return found
  }

  /// The superclasses of a class, nearest first.
  func superclasses(of type: String) -> [String] {
    var found: [String] = []
    var current = type
    while let next = types[current]?.inherited.lazy.compactMap(\.path)
      .first(where: { types[$0]?.kind == .class }), !found.contains(next)
    {
      found.append(next)
      current = next
    }
    return found
  }

  /// The conformances of a type that hold without conditions, with all that they imply.
  func unconditionalProtocols(of type: String) -> Set<String> {
    ([type] + superclasses(of: type)).reduce(into: []) { all, type in
      for conformance in conformances[type] ?? []
      where conformance.requirements.isEmpty && !conformance.availability.isUnavailable {
        for name in conformance.proto.protocolNames { all.formUnion(ancestors(of: name)) }
      }
    }
  }

  /// Whether the requirements of `all` include one, or imply it.
  func implies(_ all: Set<Requirement>, _ requirement: Requirement) -> Bool {
    if all.contains(requirement) { return true }
    guard case .conforms(let subject, let bound) = requirement else { return false }
    let wanted = bound.protocolNames
    guard !wanted.isEmpty else { return false }
    let known = all.reduce(into: Set<String>()) { known, other in
      guard case .conforms(subject, let bound) = other else { return }
      for name in bound.protocolNames { known.formUnion(ancestors(of: name)) }
    }
    // One that is named conforms to what it conforms to.
    let values = all.flatMap { other -> Set<TypeExpression> in
      guard case .equals(let types) = other, types.contains(subject) else { return [] }
      return types.subtracting([subject])
    }
    if values.contains(where: { value in bound.bounds.allSatisfy { conforms(value, to: $0) } }) {
      return true
    }
    return wanted.allSatisfy(known.contains)
  }
}

extension TypeExpression {
  /// The names of the protocols in a bound.
  var protocolNames: [String] {
    switch self {
    case .composition(let types): types.flatMap(\.protocolNames)
    case .named: path == "Swift.Codable" ? ["Swift.Decodable", "Swift.Encodable"] : [path ?? ""]
    case .attributed(_, let type): type.protocolNames
    default: []
    }
  }
}

extension Conformance {
  /// One for each protocol, where several are named together.
  fileprivate var parts: [Conformance] {
    let names: [TypeExpression]
    switch proto {
    case .composition(let types): names = Array(types)
    case .named where proto.path == "Swift.Codable":
      names = [.qualified("Swift", "Decodable"), .qualified("Swift", "Encodable")]
    default: return [self]
    }
    return names.map { name in
      var part = self
      part.proto = name
      return part
    }
  }
}
