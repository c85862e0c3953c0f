/// The interfaces of a package's modules, prepared for a comparison.
public struct InterfaceIndex: Sendable {
  public private(set) var modules: [String: ModuleInterface]
  /// The types by their qualified names.
  private(set) var types: [String: Declaration]
  /// The qualified names that end with a name.
  private let names: [String: Set<String>]
  /// The declared conformances of each type, without implied ones.
  private(set) var conformances: [String: [Conformance]]
  /// The members of each type, of its own module and of others.
  private(set) var members: [String: [Declaration]]
  let oldestSystems: OldestSystems
  /// The modules in whose name types of others are compared.
  let homes: [String: String]
  /// The members of types of C, by the qualified name of the type.
  let importedMembers: [String: [Declaration]]
  /// The classes that others inherit from.
  private let baseClasses: Set<String>

  /// Creates an index of the modules of a package.
  ///
  /// - Parameters:
  ///   - modules: The interfaces of all Swift modules, also of those that clients do not import.
  ///   - oldestSystems: The deployment targets, older than which no availability is noticed.
  ///   - modulesInC: The names of the package's C modules. A type of C is the same in all modules
  ///     that include it.
  ///   - imported: What Swift imports of modules in C. They are not compared themselves: a member in
  ///     Swift is not missing where the type in C has the same one itself.
  public init(
    _ modules: [ModuleInterface],
    oldestSystems: OldestSystems = OldestSystems(),
    modulesInC: Set<String> = [],
    imported: [ModuleInterface] = []
  ) {
    importedMembers = Dictionary(
      grouping: imported.flatMap(\.declarations).filter { $0.context != nil },
      by: { $0.context ?? "" }
    )
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
    guard let type = types[name] else { return StandardProtocols.parameters[name] ?? [] }
    return (type.context.map(genericParameters) ?? []) + type.generics.parameters.map(\.name)
  }

  /// Returns the qualified name of a type that is in no other; `nil` if it is not known.
  func name(of type: Declaration) -> String? {
    guard let all = names[type.name] else { return nil }
    return all.sorted().first { types[$0]?.kind == type.kind && types[$0]?.context == type.context }
  }

  func hasSubclasses(_ type: String) -> Bool { baseClasses.contains(type) }

  /// Returns the index with types known under one more name each, their new one.
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

  /// The same with enumerations without cases as structures, where they have taken the place of
  /// structures that clients could not make: both only hold other declarations together.
  func readingNamespaces(since old: InterfaceIndex) -> InterfaceIndex {
    let names = types.keys.filter { name in
      types[name]?.kind == .enum && old.types[name]?.kind == .struct
        && !(members[name] ?? []).contains { $0.kind == .case }
        && !(old.members[name] ?? []).contains { $0.kind == .`init` }
    }
    if names.isEmpty { return self }
    var copy = self
    for name in names { copy.types[name]?.kind = .struct }
    for module in Set(names.map(Spelling.module)) {
      copy.modules[module]?.readAsStructures(Set(names))
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

  /// The only type of that name, in no other type; `nil` if there are several or none.
  func onlyType(named name: String) -> String? {
    // The bare name of a type in another one is a generic parameter of a type elsewhere.
    guard let all = names[name], all.count == 1, let only = all.first,
      types[only]?.context == nil
    else { return nil }
    return only
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
  /// Returns all protocols that a protocol inherits from, itself included.
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
      for name in StandardProtocols.conformances[type] ?? [] { all.formUnion(ancestors(of: name)) }
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
  /// The conformances to each protocol, where several are named together.
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

extension InterfaceIndex {
  /// The modules whose types are compared as those of another one, since both have them: what a file
  /// imports decides which of the two its interface names.
  static func homes(modulesInC: Set<String>) -> [String: String] {
    let libraries = [
      "Android", "Bionic", "Darwin", "Glibc", "Musl", "SwiftGlibc", "WASILibc", "WinSDK", "ucrt",
    ]
    return modulesInC.union(libraries).reduce(
      into: [
        "FoundationEssentials": "Foundation", "FoundationInternationalization": "Foundation",
      ]
    ) { homes, name in homes[name] = "C" }
  }
}

extension InterfaceIndex {
  private static let sendableTypes: Set<String> = [
    "Swift.Array", "Swift.Bool", "Swift.Character", "Swift.Dictionary", "Swift.Double",
    "Swift.Duration", "Swift.Float", "Swift.Int", "Swift.Int16", "Swift.Int32", "Swift.Int64",
    "Swift.Int8", "Swift.Never", "Swift.Optional", "Swift.Range", "Swift.Result", "Swift.Set",
    "Swift.String", "Swift.Substring", "Swift.UInt", "Swift.UInt16", "Swift.UInt32",
    "Swift.UInt64", "Swift.UInt8", "_Concurrency.Task",
  ]

  /// Whether it is known that a call of a function can pass all that it takes to where it runs, also
  /// the value that it is called on.
  func takesOnlySendable(_ function: Declaration) -> Bool {
    let isOfType = function.isStatic || function.kind == .`init`
    let isSelfSendable = isOfType || (function.context.map(isSendable) ?? true)
    return isSelfSendable
      && function.parameters.allSatisfy { parameter in
        parameter.words.contains("sending")
          || isSendable(parameter.type, requirements(of: function))
      }
  }

  /// The same of what a function returns.
  func givesOnlySendable(_ function: Declaration) -> Bool {
    function.kind != .`init`
      && isSendable(function.type?.parts.type ?? .void, requirements(of: function))
  }

  /// Returns all that is required of the generic parameters of a function, and of those around it.
  private func requirements(of function: Declaration) -> Set<Requirement> {
    var all = function.generics.requirements.union(function.contextRequirements)
    var context = function.context
    while let name = context {
      let own = types[name]?.generics.requirements ?? StandardProtocols.requirements[name] ?? []
      all.formUnion(own.map { Spelling(index: self).canonical($0, in: name) })
      context = types[name]?.context
    }
    return all
  }

  private func isSendable(_ type: TypeExpression, _ requirements: Set<Requirement>) -> Bool {
    switch type {
    case .function(let function): return function.attributes.contains("@Sendable")
    case .metatype: return true
    case .tuple(let elements): return elements.allSatisfy { isSendable($0.type, requirements) }
    case .named(let components):
      if implies(requirements, .conforms(type, .qualified("Swift", "Sendable"))) { return true }
      return components.flatMap(\.arguments).allSatisfy { isSendable($0, requirements) }
        && type.path.map(isSendable) ?? false
    default: return false
    }
  }

  private func isSendable(_ type: String) -> Bool {
    if Self.sendableTypes.contains(type) { return true }
    guard let declaration = types[type] else { return false }
    if declaration.kind == .actor { return true }
    if case .actor? = declaration.isolation { return true }
    return unconditionalProtocols(of: type).union(ancestors(of: type)).contains("Swift.Sendable")
  }
}

extension InterfaceIndex {
  /// Whether an extension implements a requirement for all types that conform.
  ///
  /// - Parameter old: The state for which they were written: they do not name associated types that
  ///   came later, so that these are what they are by default.
  func hasDefault(for requirement: Declaration, since old: InterfaceIndex) -> Bool {
    guard let proto = requirement.context else { return false }
    let known = ancestors(of: proto)
    let defaults = newDefaults(of: known, since: old)
    let substituted = { (type: TypeExpression) in
      type.map { part in part.path.flatMap { defaults[$0] } ?? part }
    }
    let wanted = comparable(requirement).map(substituted)
    return known.contains { name in
      (members[name] ?? []).contains { member in
        !member.isRequirement && member.signature == requirement.signature
          && member.isStatic == requirement.isStatic && member.kind == requirement.kind
          && !member.availability.isUnavailable
          && member.contextRequirements.allSatisfy {
            holds($0.map(substituted), in: known)
          }
          && isWitness(comparable(member).map(substituted), of: wanted)
      }
    }
  }

  /// Whether a constraint of an extension is met by all types that conform to the protocol.
  private func holds(_ requirement: Requirement, in ancestors: Set<String>) -> Bool {
    switch requirement {
    case .conforms(let subject, let bound):
      subject.path == "Self" && bound.protocolNames.allSatisfy(ancestors.contains)
    case .equals(let types): types.count == 1
    }
  }

  /// The types for which associated types stand that are new, such as `Self.Dough`.
  private func newDefaults(
    of protocols: Set<String>,
    since old: InterfaceIndex
  ) -> [String: TypeExpression] {
    var defaults: [String: TypeExpression] = [:]
    for name in protocols {
      let known = Set((old.members[name] ?? []).map(\.name))
      for member in members[name] ?? []
      where member.kind == .associatedtype && !known.contains(member.name) {
        defaults["Self.\(member.name)"] = member.type
      }
    }
    // One may be named by the default of another.
    for _ in 0..<min(defaults.count, 4) {
      let known = defaults
      defaults = defaults.mapValues { type in
        type.map { part in part.path.flatMap { known[$0] } ?? part }
      }
    }
    return defaults
  }

  private func comparable(_ member: Declaration) -> Declaration {
    Spelling(index: self).canonical(member, resolvesAliases: true)
  }
}

extension InterfaceIndex {
  /// The types of other modules of the package, and those with an underscore, to which the public
  /// declarations of modules lead, each with those who use it although they do not name it.
  ///
  /// Who has a value calls its members; who conforms to a protocol, or subclasses a class, does so for
  /// all that these inherit; an alias is a name for all purposes.
  ///
  /// - Parameter modules: Those that clients import, with what they re-export.
  func reached(from modules: Set<String>) -> [String: Set<Rule.Client>] {
    var found: [String: Set<Rule.Client>] = [:]
    var open: [String] = []
    let note = { (type: TypeExpression, clients: Set<Rule.Client>) in
      type.eachName { components in
        guard let module = components.first?.name else { return }
        var names = components.map(\.name)
        // `Menu.Dish.Element` may be a type in a type, or what a generic type stands for.
        while names.count > 1 {
          let name = names.joined(separator: ".")
          if self.types[name] != nil {
            if modules.contains(module), !names.contains(where: { $0.hasPrefix("_") }) { return }
            if !clients.isSubset(of: found[name] ?? []) {
              found[name, default: []].formUnion(clients)
              open.append(name)
            }
            return
          }
          names.removeLast()
        }
      }
    }
    let visit = { (declaration: Declaration, clients: Set<Rule.Client>) in
      if declaration.kind == .typealias {
        declaration.type.map { note($0, clients) }
        return
      }
      declaration.eachType { note($0, Self.users) }
      for type in declaration.inherited where declaration.kind.isNominal {
        note(type, clients.intersection(declaration.inheritors).union(Self.users))
      }
    }
    for module in modules {
      guard let interface = self.modules[module] else { continue }
      for declaration in interface.declarations where !declaration.isUnderscored {
        if declaration.name.hasPrefix("_"), !declaration.isRequirement { continue }
        visit(declaration, Set(Rule.Client.allCases))
      }
      for conformance in interface.conformances { note(conformance.proto, Self.users) }
    }
    while let name = open.popLast() {
      if let type = types[name] { visit(type, found[name] ?? []) }
      for member in members[name] ?? [] where !member.name.hasPrefix("_") {
        visit(member, Self.users)
      }
      for conformance in conformances[name] ?? [] { note(conformance.proto, Self.users) }
    }
    return found
  }

  private static let users: Set<Rule.Client> = [.callers, .values]

  /// Returns the modules, of this package and of others, whose types occur in what clients of
  /// `modules` get.
  public func usedModules(by modules: Set<String>) -> Set<String> {
    let shown = modules.reduce(into: Set<String>()) { $0.formUnion(exported(by: $1)) }
    let reached = Set(reached(from: shown).keys)
    return self.modules.values.reduce(into: []) { used, interface in
      if shown.contains(interface.name) {
        used.formUnion(interface.usedModules)
      } else if reached.contains(where: { $0.hasPrefix("\(interface.name).") }) {
        used.formUnion(interface.only(reached).usedModules)
      }
    }
  }
}

extension Declaration {
  /// The clients who must also satisfy whatever this type inherits from.
  fileprivate var inheritors: Set<Rule.Client> {
    switch kind {
    case .protocol: [.conformers]
    case .class: isOpen ? [.overriders] : []
    default: []
    }
  }
}
