/// The spelling of the names of one state for the comparison with another.
struct Spelling {
  let index: InterfaceIndex
  /// The types that the newer state has in another module, or under another name with an alias under
  /// the old one, by their old qualified names.
  var moved: [String: String] = [:]
}

extension Spelling {
  /// The declaration with generic parameters named by their positions, `some` in parameters written
  /// as generic parameters, and names qualified, so that what means the same is equal.
  ///
  /// - Parameters:
  ///   - resolvesAliases: Whether type aliases of these modules are replaced by what they stand for.
  ///   - substitution: What takes the place of `Self`, of its associated types and of the generic
  ///     parameters around the declaration, for one that another type inherits.
  func canonical(
    _ declaration: Declaration,
    resolvesAliases: Bool,
    substitution: [String: TypeExpression]? = nil
  ) -> Declaration {
    var result = declaration
    var names = substitution ?? contextNames(of: declaration)
    if !declaration.kind.isNominal {
      nameOpaqueParameters(of: &result)
      let order = result.genericNamesInOrder
      for (position, name) in order.enumerated() {
        names[name] = .qualified("$\(position)")
      }
      result.generics.parameters = order.enumerated().map { position, name in
        GenericSignature.Parameter(
          name: "$\(position)",
          specifier: result.generics.parameters.first { $0.name == name }?.specifier ?? ""
        )
      }
    }
    result = result.map { type in
      type.map { part in
        var part = renamed(part, names).normalized
        if resolvesAliases { part = resolved(part, in: declaration.context, depth: 8).normalized }
        return part
      }
    }
    if !moved.isEmpty {
      result.attributes = Set(result.attributes.map(attribute))
      for position in result.parameters.indices {
        result.parameters[position].words = Set(result.parameters[position].words.map(attribute))
      }
    }
    result.sortOutBounds()
    return result
  }

  /// The same for a condition of an extension.
  func canonical(_ requirement: Requirement, in context: String) -> Requirement {
    let names = contextNames(in: context)
    return requirement.map { type in
      type.map { resolved(renamed($0, names).normalized, in: context, depth: 8).normalized }
    }
  }

  /// An attribute that names a type, as the newer state names it.
  private func attribute(_ text: String) -> String {
    let name = text.dropFirst().prefix { $0.isLetter || $0.isNumber || $0 == "." || $0 == "_" }
    guard text.hasPrefix("@"), name.contains(".") else { return text }
    return "@" + target(String(name)) + text.dropFirst(name.count + 1)
  }

  /// The generic parameters of the types around a declaration, named by their positions.
  private func contextNames(of declaration: Declaration) -> [String: TypeExpression] {
    declaration.context.map(contextNames) ?? [:]
  }

  /// Returns the names of a type's generic parameters, and `Self` where it can only be the type
  /// itself.
  private func contextNames(in context: String) -> [String: TypeExpression] {
    var names: [String: TypeExpression] = [:]
    if let type = index.typeOfSelf(in: context) {
      // One that moved is renamed afterwards.
      names["Self"] = renamed(type, [:])
    }
    for (position, name) in index.genericParameters(of: context).enumerated() {
      names[name] = .qualified("#\(position)")
    }
    return names
  }

  private func renamed(
    _ part: TypeExpression,
    _ names: [String: TypeExpression]
  ) -> TypeExpression {
    guard case .named(var components) = part, let first = components.first else { return part }
    if components.count > 1, first.arguments.isEmpty,
      let replacement = names["\(first.name).\(components[1].name)"]
    {
      guard components.count > 2 else { return replacement }
      if case .named(let base) = replacement { return .named(base + components.dropFirst(2)) }
    }
    if first.arguments.isEmpty, let replacement = names[first.name] {
      if components.count == 1 { return replacement }
      if case .named(let base) = replacement { return .named(base + components.dropFirst()) }
    }
    if components.count == 1, first.name != "Self", let full = qualified(first.name) {
      components = full.split(separator: ".").map { TypeExpression.Component(String($0)) }
      components[components.count - 1].arguments = first.arguments
    }
    guard components.count > 1 else { return .named(components) }
    if let home = index.homes[components[0].name] { components[0].name = home }
    return .named(retargeted(components))
  }

  /// The components with the name that the newer state has for the type, or for one around it.
  private func retargeted(_ components: [TypeExpression.Component]) -> [TypeExpression.Component] {
    if moved.isEmpty { return components }
    for count in stride(from: components.count, through: 2, by: -1) {
      let name = components[..<count].map(\.name).joined(separator: ".")
      guard let target = moved[name] else { continue }
      var names = target.split(separator: ".").map { TypeExpression.Component(String($0)) }
      names[names.count - 1].arguments = components[count - 1].arguments
      return names + components[count...]
    }
    return components
  }

  /// Returns the full name of a type that the interface does not qualify; `nil` if it is not known.
  private func qualified(_ name: String) -> String? {
    if let own = index.onlyType(named: name) { return own }
    let standard = "Swift.\(name)"
    let isKnown =
      StandardProtocols.parents[standard] != nil
      || StandardProtocols.primaryAssociatedTypes[standard] != nil
      || ["Sendable", "Equatable", "Int", "String", "Bool", "Encodable", "Decodable", "Any"]
        .contains(name)
    return isKnown ? standard : nil
  }

  /// An alias of a protocol, as its members see it: `Self.Columns`.
  private func inherited(_ part: TypeExpression, in context: String?) -> TypeExpression {
    guard case .named(let components) = part, components.count > 1, components[0].name == "Self",
      let context, index.types[context]?.kind == .protocol,
      let owner = index.ancestors(of: context)
        .first(where: { index.types["\($0).\(components[1].name)"]?.kind == .typealias }),
      let target = index.types["\(owner).\(components[1].name)"]?.type
    else { return part }
    if components.count == 2 { return target }
    guard case .named(let start) = target else { return part }
    return .named(start + components.dropFirst(2))
  }

  private func resolved(
    _ part: TypeExpression,
    in context: String?,
    depth: Int
  ) -> TypeExpression {
    let part = inherited(part, in: context)
    guard depth > 0, case .named(let components) = part, let path = part.path,
      let alias = index.types[path], alias.kind == .typealias, let target = alias.type
    else { return part }
    let names = index.genericParameters(of: path)
    let arguments = components.flatMap(\.arguments)
    guard names.count == arguments.count else { return part }
    let values = Dictionary(zip(names, arguments)) { first, _ in first }
    return target.map { inner in
      if case .named(let components) = inner, let value = values[components[0].name] {
        guard components.count > 1 else { return value }
        if case .named(let base) = value { return .named(base + components.dropFirst()) }
      }
      return resolved(renamed(inner, [:]), in: context, depth: depth - 1)
    }
  }

  private func nameOpaqueParameters(of declaration: inout Declaration) {
    var signature = declaration.generics
    func replace(_ part: TypeExpression) -> TypeExpression {
      guard case .prefixed("some", let bound) = part else { return part }
      let name = "some\(signature.parameters.count)"
      signature.parameters.append(GenericSignature.Parameter(name: name))
      for bound in bound.bounds {
        signature.requirements.insert(.conforms(.qualified(name), renamed(bound, [:])))
      }
      return .qualified(name)
    }
    for position in declaration.parameters.indices {
      declaration.parameters[position].type =
        declaration.parameters[position].type.map(replace)
    }
    signature.requirements = Set(signature.requirements.flatMap(spelledOut))
    declaration.generics = signature
  }

  /// `T: Collection<Int>` as `T: Collection` and `T.Element == Int`.
  private func spelledOut(_ requirement: Requirement) -> [Requirement] {
    guard case .conforms(let subject, .named(var components)) = requirement,
      case .named(let start) = subject, let last = components.last, !last.arguments.isEmpty,
      let path = TypeExpression.named(components).path,
      let names = index.types[path]?.primaryAssociatedTypes
        ?? StandardProtocols.primaryAssociatedTypes[path]
    else { return [requirement] }
    components[components.count - 1].arguments = []
    return [.conforms(subject, .named(components))]
      + zip(names, last.arguments).map { name, argument in
        .equals([.named(start + [TypeExpression.Component(name)]), argument])
      }
  }
}

extension InterfaceIndex {
  /// Returns the type that `Self` means in a type without subclasses, with its own generic
  /// parameters named by their positions; `nil` in others.
  func typeOfSelf(in context: String) -> TypeExpression? {
    guard let type = types[context] else {
      guard StandardProtocols.conformances[context] != nil else { return nil }
      let arguments = genericParameters(of: context).indices.map {
        TypeExpression.qualified("#\($0)")
      }
      return .qualified("Swift", String(context.dropFirst(6)), arguments: arguments)
    }
    switch type.kind {
    case .struct, .enum, .actor: break
    case .class where !type.isOpen && !hasSubclasses(context): break
    default: return nil
    }
    var names: [String] = []
    var position = 0
    let components = context.split(separator: ".").map { name in
      names.append(String(name))
      let count = types[names.joined(separator: ".")]?.generics.parameters.count ?? 0
      defer { position += count }
      return TypeExpression.Component(
        String(name),
        (position..<(position + count)).map { .qualified("#\($0)") }
      )
    }
    return .named(components)
  }
}

extension TypeExpression {
  /// A composition without others in it, and without an alias for one.
  fileprivate var normalized: TypeExpression {
    switch self {
    case .named where path == "Swift.Codable":
      return .composition([.qualified("Swift", "Decodable"), .qualified("Swift", "Encodable")])
    case .composition(let types):
      return .composition(
        types.reduce(into: []) { all, type in all.formUnion(type.normalized.unprefixed.bounds) }
      )
    case .prefixed("any", .prefixed("any", let type)): return .prefixed("any", type)
    case .named(let components) where components.count == 3:
      guard components[0].name == "Swift", let element = components[1].arguments.first,
        ["Array", "ArraySlice", "ContiguousArray"].contains(components[1].name)
      else { return self }
      switch components[2].name {
      case "Element": return element
      case "Index": return .qualified("Swift", "Int")
      case "SubSequence": return .qualified("Swift", "ArraySlice", arguments: [element])
      default: return self
      }
    default: return self
    }
  }

  /// The type without `any`, as an alias in a composition is written.
  private var unprefixed: TypeExpression {
    if case .prefixed("any", let type) = self { type } else { self }
  }

  /// The parts of a composition, or itself.
  var bounds: [TypeExpression] {
    if case .composition(let types) = self { Array(types) } else { [self] }
  }
}

extension Declaration {
  /// The generic parameters by their first use, then as they are declared.
  fileprivate var genericNamesInOrder: [String] {
    let known = generics.parameters.map(\.name)
    var order: [String] = []
    for parameter in parameters {
      parameter.type.eachName { components in
        guard let name = components.first?.name else { return }
        if known.contains(name), !order.contains(name) { order.append(name) }
      }
    }
    return order + known.filter { !order.contains($0) }
  }

  /// The same with its own generic parameters named by their positions.
  var withGenericParametersNumbered: Declaration {
    var names: [String: String] = [:]
    for (position, parameter) in generics.parameters.enumerated() {
      names[parameter.name] = "$\(position)"
    }
    var result = map { type in
      type.map { part in
        guard case .named(var components) = part, let first = components.first,
          let name = names[first.name]
        else { return part }
        components[0] = TypeExpression.Component(name)
        return .named(components)
      }
    }
    for position in generics.parameters.indices {
      result.generics.parameters[position].name = "$\(position)"
    }
    return result
  }

  /// `Copyable` and `Escapable` as requirements where they are not suppressed.
  mutating func sortOutBounds() {
    for parameter in generics.parameters where parameter.specifier.isEmpty {
      let subject = TypeExpression.qualified(parameter.name)
      for name in ["Copyable", "Escapable"] {
        let bound = TypeExpression.qualified("Swift", name)
        let suppressed = [bound, .qualified(name)].map {
          Requirement.conforms(subject, .prefixed("~", $0))
        }
        if generics.requirements.isDisjoint(with: suppressed) {
          generics.requirements.insert(.conforms(subject, bound))
        } else {
          generics.requirements.subtract(suppressed)
        }
      }
    }
  }
}
