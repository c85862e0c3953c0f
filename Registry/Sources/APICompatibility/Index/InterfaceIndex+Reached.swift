import SwiftInterface

extension InterfaceIndex {
  /// The types of other modules of the package that the interface of modules names, and those that
  /// their members name in turn: clients use them without importing their modules.
  ///
  /// - Parameter modules: Those that clients import, with what they re-export.
  func reached(from modules: Set<String>) -> Set<String> {
    var found: Set<String> = []
    var open: [String] = []
    let note = { (type: TypeExpression) in
      type.eachName { components in
        guard let module = components.first?.name, !modules.contains(module) else { return }
        var names = components.map(\.name)
        // `Menu.Dish.Element` may be a type in a type, or what a generic type stands for.
        while names.count > 1 {
          let name = names.joined(separator: ".")
          if types[name] != nil {
            if found.insert(name).inserted { open.append(name) }
            return
          }
          names.removeLast()
        }
      }
    }
    for module in modules {
      guard let interface = self.modules[module] else { continue }
      for declaration in interface.declarations where !declaration.isUnderscored {
        declaration.eachType(note)
      }
      for conformance in interface.conformances { note(conformance.proto) }
    }
    while let name = open.popLast() {
      types[name]?.eachType(note)
      for member in members[name] ?? [] where !member.isUnderscored { member.eachType(note) }
      for conformance in conformances[name] ?? [] { note(conformance.proto) }
    }
    return found
  }

  /// The modules, of this package and of others, whose types occur in what clients of modules get.
  package func usedModules(by modules: Set<String>) -> Set<String> {
    let shown = modules.reduce(into: Set<String>()) { $0.formUnion(exported(by: $1)) }
    let reached = reached(from: shown)
    return self.modules.values.reduce(into: []) { used, interface in
      if shown.contains(interface.name) {
        used.formUnion(interface.usedModules)
      } else if reached.contains(where: { $0.hasPrefix("\(interface.name).") }) {
        used.formUnion(interface.only(reached).usedModules)
      }
    }
  }
}
