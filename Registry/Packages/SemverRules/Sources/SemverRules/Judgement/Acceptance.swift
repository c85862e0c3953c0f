/// The rules for passing a value where another type is expected.
struct Acceptance {
  /// The newer state.
  let index: InterfaceIndex

  /// Whether every argument of the old type can be passed as the new one.
  func accepts(_ new: TypeExpression, insteadOf old: TypeExpression) -> Bool {
    if let inner = new.wrapped { return accepts(inner, insteadOf: old.wrapped ?? old) }
    switch (new, old) {
    case (.function, .function), (.prefixed("any", _), .prefixed("any", _)): break
    case (.named, .prefixed("any", _)) where new.isAny: break
    // `.max` is looked up in the type of the parameter, too.
    case (.named, .named) where new.isAny: return new == old
    case (.named(let new), .named(let old)):
      // `.shared` is looked up in the type of the parameter.
      if new != old, offersImplicitMembers(old) { return false }
    default: return new == old
    }
    return isSubtype(old, of: new)
  }

  /// Whether a value of the one type can be used as one of the other, also as what a function returns.
  func isSubtype(_ type: TypeExpression, of other: TypeExpression) -> Bool {
    switch (type, other) {
    case _ where type == other: true
    case (.named, .named) where other.isAny: type.wrapped == nil && isCopyable(type)
    case (.prefixed("any", let bound), .named) where other.isAny:
      bound.bounds.allSatisfy { if case .prefixed("~", _) = $0 { false } else { true } }
    case (.function(let type), .function(let other)): isSubtype(type, of: other)
    case (.prefixed("some", let type), .prefixed("some", let other)),
      (.prefixed("any", let type), .prefixed("any", let other)):
      isNarrower(type, than: other)
    case (.named, .prefixed("some", let bound)), (.named, .prefixed("any", let bound)):
      bound.bounds.allSatisfy { index.conforms(type, to: $0) }
    case (.named(let name), .named(let other)):
      isSubclass(type, of: .named(other)) || isKeyPath(name, as: other)
        || optionals(type, .named(other)).map { isSubtype($0, of: $1) } ?? false
    default: false
    }
  }

  /// Whether it is known that values of a type can be copied, which is not known of a generic one.
  private func isCopyable(_ type: TypeExpression) -> Bool {
    !type.isGenericParameter && index.conforms(type, to: .qualified("Swift", "Copyable"))
  }

  private func optionals(
    _ type: TypeExpression,
    _ other: TypeExpression
  ) -> (TypeExpression, TypeExpression)? {
    guard let type = type.wrapped, let other = other.wrapped else { return nil }
    return (type, other)
  }

  private func isSubtype(
    _ type: TypeExpression.Function,
    of other: TypeExpression.Function
  ) -> Bool {
    var (type, other) = (type, other)
    guard type.parameters.count == other.parameters.count,
      zip(type.parameters, other.parameters).allSatisfy({ isSubtype($1, of: $0) }),
      isSubtype(type.result, of: other.result),
      !other.attributes.contains("@Sendable") || type.attributes.contains("@Sendable"),
      type.thrown == nil || type.thrown == other.thrown || other.thrown == .anyError
    else { return false }
    // A function of any isolation carries its actor along.
    let free: Set = ["@Sendable", "@isolated(any)"]
    if type.attributes.contains("@isolated(any)"), !other.attributes.contains("@isolated(any)") {
      return false
    }
    type.attributes.subtract(free)
    other.attributes.subtract(free)
    // What runs where its caller does can be called from anywhere.
    if other.isAsync, other.attributes.isEmpty { type.attributes.remove("nonisolated(nonsending)") }
    return type.attributes == other.attributes && type.isAsync == other.isAsync
  }

  private func isSubclass(_ type: TypeExpression, of other: TypeExpression) -> Bool {
    guard let path = type.path, let base = other.path else { return false }
    return index.types[path]?.generics.parameters.isEmpty ?? false
      && index.types[base]?.generics.parameters.isEmpty ?? false
      && index.superclasses(of: path).contains(base)
  }

  /// The types of key paths, from the one that can do most.
  private static let keyPaths = [
    "Swift.ReferenceWritableKeyPath", "Swift.WritableKeyPath", "Swift.KeyPath",
  ]

  private func isKeyPath(
    _ type: [TypeExpression.Component],
    as other: [TypeExpression.Component]
  ) -> Bool {
    guard let first = TypeExpression.named(type).path,
      let second = TypeExpression.named(other).path,
      let rank = Self.keyPaths.firstIndex(of: first),
      let otherRank = Self.keyPaths.firstIndex(of: second)
    else { return false }
    return rank < otherRank && type.last?.arguments == other.last?.arguments
  }

  /// Whether a type of the package has static members of its own, or initializers that its superclass
  /// lacks, which code can name without the type.
  private func offersImplicitMembers(_ type: [TypeExpression.Component]) -> Bool {
    guard let path = TypeExpression.named(type).path, index.types[path] != nil else {
      return false
    }
    let inherited = index.superclasses(of: path).flatMap { index.members[$0] ?? [] }
    return (index.members[path] ?? []).contains { member in
      switch member.kind {
      case .`init`: !inherited.contains { $0.signature == member.signature }
      case .var, .func, .case:
        member.isStatic
          && (member.kind == .case || member.type?.path == path || member.type?.path == "Self")
      default: false
      }
    }
  }

  /// Whether the new bound has all of the old one: `Collection<Int>` for `Collection`.
  private func isNarrower(_ new: TypeExpression, than old: TypeExpression) -> Bool {
    let refined = new.bounds.flatMap(index.boundsImplied)
    return old.bounds.allSatisfy { bound in
      refined.contains { candidate in
        guard candidate.path == bound.path else { return candidate == bound }
        return bound.arguments.isEmpty || candidate.arguments == bound.arguments
      }
    }
  }
}

extension InterfaceIndex {
  /// A bound with all that it inherits from, the arguments carried along where they mean the same.
  fileprivate func boundsImplied(by bound: TypeExpression) -> [TypeExpression] {
    guard let path = bound.path else { return [bound] }
    let names = primaryAssociatedTypes(of: path)
    return [bound]
      + ancestors(of: path).subtracting([path]).map { parent in
        var components = parent.split(separator: ".").map { TypeExpression.Component(String($0)) }
        let own = primaryAssociatedTypes(of: parent)
        let values = own.compactMap { name in
          names.firstIndex(of: name).flatMap { position in
            bound.arguments.indices.contains(position) ? bound.arguments[position] : nil
          }
        }
        if values.count == own.count { components[components.count - 1].arguments = values }
        return .named(components)
      }
  }

  private func primaryAssociatedTypes(of proto: String) -> [String] {
    types[proto]?.primaryAssociatedTypes ?? StandardProtocols.primaryAssociatedTypes[proto] ?? []
  }

  /// Whether it is known that a type conforms to a protocol, with its arguments.
  func conforms(_ type: TypeExpression, to bound: TypeExpression) -> Bool {
    guard let path = type.path, let proto = bound.path else { return false }
    let known = unconditionalProtocols(of: path)
    if proto == "Swift.Copyable" || proto == "Swift.Escapable" {
      return known.contains(proto)
        || !(types[path]?.inherited.contains { "\($0)".hasPrefix("~") } ?? false)
    }
    guard known.contains(proto) else { return false }
    return zip(primaryAssociatedTypes(of: proto), bound.arguments).allSatisfy { name, argument in
      associatedType(name, of: type) == argument
    }
  }

  /// Returns the type that an associated type is in a type; `nil` if that is not known.
  func associatedType(_ name: String, of type: TypeExpression) -> TypeExpression? {
    guard let path = type.path else { return nil }
    if let alias = types["\(path).\(name)"], type.arguments.isEmpty { return alias.type }
    guard name == "Element" else { return nil }
    switch (path, type.arguments.count) {
    case ("Swift.String", 0), ("Swift.Substring", 0): return .qualified("Swift", "Character")
    case ("Swift.Array", 1), ("Swift.ArraySlice", 1), ("Swift.ContiguousArray", 1),
      ("Swift.Set", 1):
      return type.arguments[0]
    default: return nil
    }
  }
}

extension TypeExpression {
  fileprivate var isAny: Bool { path == "Any" || path == "Swift.Any" }

  /// Whether it is a generic parameter, in canonical form, or a type that one has.
  var isGenericParameter: Bool {
    path.map { $0.hasPrefix("$") || $0.hasPrefix("#") || $0 == "Self" || $0.hasPrefix("Self.") }
      ?? false
  }

  var arguments: [TypeExpression] {
    if case .named(let components) = self { components.last?.arguments ?? [] } else { [] }
  }
}

extension InterfaceIndex {
  /// The generic type that an alias is another name of, with the same parameters, all of them free:
  /// `typealias A<T> = B<T>` and `typealias A = B` are the same to clients; `nil` for other aliases.
  ///
  /// - Parameter alias: In canonical form.
  func typeWithSameParameters(as alias: Declaration) -> String? {
    guard alias.kind == .typealias, case .named(let components)? = alias.type,
      let path = alias.type?.path, let type = types[path], type.kind.isNominal,
      !type.generics.parameters.isEmpty,
      genericParameters(of: path) == type.generics.parameters.map(\.name)
    else { return nil }
    let arguments = components.flatMap(\.arguments)
    let own = alias.generics
    if arguments.isEmpty, own.parameters.isEmpty { return path }
    let byPosition = type.withParametersByPosition
    guard arguments == own.parameters.map({ .qualified($0.name) }),
      own.parameters == byPosition.generics.parameters,
      own.requirements.allSatisfy({ implies(byPosition.generics.requirements, $0) })
    else { return nil }
    return path
  }

  /// Since when what an alias stands for is available on a platform; `nil` if that is not known.
  func availability(ofWhatIsNamedBy alias: Declaration) -> Availability? {
    guard alias.kind == .typealias, let path = alias.type?.path else { return nil }
    return types[path]?.availability
  }
}

extension Declaration {
  /// The declaration with the type's own generic parameters named as those of an alias are.
  fileprivate var withParametersByPosition: Declaration {
    var result = withGenericParametersNumbered
    result.sortOutBounds()
    return result
  }
}
