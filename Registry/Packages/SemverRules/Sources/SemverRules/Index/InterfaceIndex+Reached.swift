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

  /// The modules, of this package and of others, whose types occur in what clients of modules get.
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
  /// Those who have to do, for what a type inherits from, what they do for the type.
  fileprivate var inheritors: Set<Rule.Client> {
    switch kind {
    case .protocol: [.conformers]
    case .class: isOpen ? [.overriders] : []
    default: []
    }
  }
}
