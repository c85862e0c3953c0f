extension InterfaceIndex {
  /// Whether a declaration can be used by everybody who uses another one, which is gone.
  ///
  /// - Parameters:
  ///   - member: In canonical form.
  ///   - other: Of this state, as a member of the same type, in canonical form.
  func canStandIn(_ other: Declaration, for member: Declaration, of old: InterfaceIndex) -> Bool {
    guard other.kind == member.kind, other.isStatic == member.isStatic,
      other.signature == member.signature
    else { return false }
    var (other, member) = (other, member)
    (other.isRequirement, member.isRequirement) = (false, false)
    let findings = DeclarationJudgement(from: member, to: other, old, self).findings
    return findings.isCompatible
  }

  /// Whether a type has a member from a superclass or a protocol in place of one that is gone.
  ///
  /// - Parameter spelling: The spelling of the state that had the member.
  func inherits(_ member: Declaration, in spelling: Spelling) -> Bool {
    guard let context = member.context.map(spelling.target) else { return false }
    let before = spelling.canonical(member, resolvesAliases: true)
    return sources(of: context).contains { source in
      (members[source.name] ?? []).contains { other in
        guard other.signature == member.signature, other.kind == member.kind,
          isInherited(other, by: context), !other.availability.isUnavailable,
          other.isRequirement || !member.isRequirement
        else { return false }
        var own = Spelling(index: self).canonical(
          other,
          resolvesAliases: true,
          substitution: source.substitution
        )
        own.contextRequirements = own.contextRequirements.filter {
          !isMet($0, by: context, after: source.substitution)
        }
        own.generics.requirements = own.generics.requirements.filter {
          !isMet($0, by: context, after: source.substitution)
        }
        return canStandIn(own, for: before, of: spelling.index)
      }
    }
  }

  /// A type whose members another one has.
  private typealias Source = (name: String, substitution: [String: TypeExpression]?)

  private func sources(of context: String) -> [Source] {
    if types[context]?.kind == .protocol {
      return ancestors(of: context).subtracting([context]).sorted().map { ($0, nil) }
    }
    var sources: [Source] = []
    var names = positions(of: context)
    var current = context
    for superclass in superclasses(of: context) {
      let type = types[current]?.inherited.first { $0.path == superclass }
      let values = (type?.arguments ?? []).map { $0.replacing(names) }
      names = Dictionary(zip(genericParameters(of: superclass), values)) { first, _ in first }
      sources.append((superclass, names))
      current = superclass
    }
    let own = typeOfSelf(in: context)
    let parameters = positions(of: context)
    for proto in unconditionalProtocols(of: context).sorted() {
      var substitution = own.map { ["Self": $0] } ?? [:]
      for name in associatedTypes(of: proto) {
        substitution["Self.\(name)"] =
          types["\(context).\(name)"]?.type?.replacing(parameters)
          ?? (types[context] == nil ? own.flatMap { associatedType(name, of: $0) } : nil)
      }
      sources.append((proto, substitution))
    }
    return sources
  }

  /// Whether conforming types had to have a requirement before, for an inherited protocol.
  func isRequired(_ requirement: Declaration, by proto: String, in old: InterfaceIndex) -> Bool {
    let own = Spelling(index: self).canonical(requirement, resolvesAliases: true)
    // Those who implement it and those who call it see the same.
    return requirements(like: requirement, of: proto, in: old).contains {
      DeclarationJudgement(from: $0, to: own, old, self).findings.isEmpty
    }
  }

  /// Whether what conforming types had for another requirement, which is more general, meets a new one.
  func isMet(_ requirement: Declaration, by proto: String, in old: InterfaceIndex) -> Bool {
    let own = Spelling(index: self).canonical(requirement, resolvesAliases: true)
    return requirements(like: requirement, of: proto, in: old).contains { other in
      var other = other
      other.isRequirement = false
      return other.kind == own.kind && other.isStatic == own.isStatic && isWitness(other, of: own)
    }
  }

  private func requirements(
    like requirement: Declaration,
    of proto: String,
    in old: InterfaceIndex
  ) -> [Declaration] {
    old.ancestors(of: proto).flatMap { old.members[$0] ?? [] }
      .filter { $0.isRequirement && $0.signature == requirement.signature }
      .map { Spelling(index: old).canonical($0, resolvesAliases: true) }
  }

  private func positions(of context: String) -> [String: TypeExpression] {
    Dictionary(
      genericParameters(of: context).enumerated().map { ($1, .qualified("#\($0)")) }
    ) { first, _ in first }
  }

  private func associatedTypes(of proto: String) -> Set<String> {
    ancestors(of: proto).reduce(into: []) { all, name in
      all.formUnion((members[name] ?? []).filter { $0.kind == .associatedtype }.map(\.name))
      all.formUnion(StandardProtocols.primaryAssociatedTypes[name] ?? [])
    }
  }

  /// Subclasses have the convenience initializers only if they inherit all; the others, the compiler
  /// writes down.
  private func isInherited(_ member: Declaration, by type: String) -> Bool {
    guard member.kind == .`init`, types[member.context ?? ""]?.kind == .class else { return true }
    return member.modifiers.contains("convenience")
      && types[type]?.attributes.contains(Self.inheritsInitializers) ?? false
  }

  static let inheritsInitializers = "@_inheritsConvenienceInitializers"

  /// Whether a condition of an extension holds for a type.
  private func isMet(
    _ requirement: Requirement,
    by type: String,
    after substitution: [String: TypeExpression]?
  ) -> Bool {
    switch requirement {
    case .equals(let types): return types.count == 1
    case .conforms(let subject, let bound):
      if subject == substitution?["Self"] || subject.path == "Self" {
        let known =
          types[type]?.kind == .protocol ? ancestors(of: type) : unconditionalProtocols(of: type)
        return bound.protocolNames.allSatisfy(known.contains)
      }
      return bound.bounds.allSatisfy { conforms(subject, to: $0) }
    }
  }
}

extension InterfaceIndex {
  /// Whether another operator function has the place of one that is gone, in or outside of a type.
  func hasMovedOperator(_ member: Declaration, in spelling: Spelling) -> Bool {
    guard member.isOperator, !member.isRequirement else { return false }
    let was = spelling.canonical(spelling.index.withoutContext(member), resolvesAliases: true)
    return modules.values.contains { module in
      module.declarations.contains { other in
        guard other.name == member.name, other.isOperator, !other.isRequirement,
          !other.availability.isUnavailable
        else { return false }
        let own = Spelling(index: self).canonical(withoutContext(other), resolvesAliases: true)
        return canStandIn(own, for: was, of: spelling.index)
      }
    }
  }

  /// An operator of a type as one outside of it, with the type's generic parameters as its own.
  private func withoutContext(_ member: Declaration) -> Declaration {
    guard let context = member.context, let type = types[context], type.kind != .protocol else {
      return member
    }
    let arguments = genericParameters(of: context)
    var result = member.outsideOfTypes
    result.generics.parameters = type.generics.parameters + member.generics.parameters
    result.generics.requirements.formUnion(type.generics.requirements)
    result.generics.requirements.formUnion(member.contextRequirements)
    result.contextRequirements = []
    var components = context.split(separator: ".").map { TypeExpression.Component(String($0)) }
    components[components.count - 1].arguments = arguments.map { .qualified($0) }
    return result.map { $0.replacing(["Self": .named(components)]) }
  }
}

extension InterfaceIndex {
  /// Whether an implementation that is written for all types that conform is one of a requirement.
  ///
  /// It may do more than callers ask for, but has the same types: only closures may be asked for less.
  ///
  /// - Parameters: In canonical form.
  func isWitness(_ member: Declaration, of requirement: Declaration) -> Bool {
    guard var member = specialized(member, as: requirement) else { return false }
    var requirement = requirement
    (requirement.isRequirement, requirement.contextRequirements) = (false, [])
    member.contextRequirements = []
    guard
      zip(member.parameters, requirement.parameters).allSatisfy({
        $0.type.withoutSendable == $1.type.withoutSendable
      }),
      member.kind == .`init` || member.result.withoutSendable == requirement.result.withoutSendable
    else { return false }
    let findings = DeclarationJudgement(from: requirement, to: member, self, self).findings
    return findings.allSatisfy { finding in
      switch finding.rule {
      case .initializerInfallible, .defaultRemoved, .autoclosureChanged: true
      case .initializerFailable: member.type == .other("!")
      // The caller waits for the actor.
      case .isolationChanged: requirement.effects.isAsync && takesOnlySendable(requirement)
      default: finding.rule.effect != .breaking
      }
    }
  }

  /// A generic declaration for the types that another one has in its place; `nil` if it does not take
  /// these.
  private func specialized(_ member: Declaration, as other: Declaration) -> Declaration? {
    guard member.parameters.count == other.parameters.count else { return nil }
    let own = Dictionary(
      member.generics.parameters.map { ($0.name, TypeExpression.qualified("%\($0.name)")) }
    ) { first, _ in first }
    var result = member.map { $0.replacing(own) }
    var found = Unification(variables: Set(own.values.compactMap(\.path)))
    for (parameter, needed) in zip(result.parameters, other.parameters)
    where !found.unify(parameter.type, needed.type) {
      return nil
    }
    guard member.kind == .`init` || found.unify(result.result, other.result) else { return nil }
    let bindings = found.bindings
    guard bindings.count == own.count else { return nil }
    result = result.map { type in
      type.replacing(bindings).map { part in
        guard case .named(let components) = part, components.count > 2 else { return part }
        let base = TypeExpression.named(components.dropLast())
        return associatedType(components[components.count - 1].name, of: base) ?? part
      }
    }
    guard
      zip(result.parameters, other.parameters).allSatisfy({
        $0.type.withoutSendable == $1.type.withoutSendable
      })
    else { return nil }
    result.generics.parameters = other.generics.parameters
    result.generics.requirements = result.generics.requirements.filter { requirement in
      switch requirement {
      case .equals(let types): types.count > 1
      case .conforms(let subject, let bound):
        !bound.bounds.allSatisfy { conforms(subject, to: $0) }
      }
    }
    return result
  }
}

/// Finds types for variables, with which one type is another.
private struct Unification {
  let variables: Set<String>
  private(set) var bindings: [String: TypeExpression] = [:]

  init(variables: Set<String>) {
    self.variables = variables
  }

  mutating func unify(_ pattern: TypeExpression, _ type: TypeExpression) -> Bool {
    if let name = pattern.path, variables.contains(name) {
      if let known = bindings[name] { return known == type }
      bindings[name] = type
      return true
    }
    switch (pattern, type) {
    case (.named(let first), .named(let second)):
      // `T.Element` is compared when it is known what T is.
      if first.count > 1, variables.contains(first[0].name) { return true }
      return first.map(\.name) == second.map(\.name)
        && unifyAll(first.flatMap(\.arguments), second.flatMap(\.arguments))
    case (.named(let first), _):
      return first.count > 1 && variables.contains(first[0].name)
    case (.tuple(let first), .tuple(let second)):
      return first.map(\.label) == second.map(\.label)
        && unifyAll(first.map(\.type), second.map(\.type))
    case (.function(let first), .function(let second)):
      let thrown = [first.thrown, second.thrown].map { $0.map { [$0] } ?? [] }
      return first.isAsync == second.isAsync
        && unifyAll(first.parameters + [first.result], second.parameters + [second.result])
        && unifyAll(thrown[0], thrown[1])
    case (.metatype(let first, let kind), .metatype(let second, let other)):
      return kind == other && unify(first, second)
    case (.prefixed(let word, let first), .prefixed(let other, let second)):
      return word == other && unify(first, second)
    case (.attributed(let words, let first), .attributed(let others, let second)):
      return words == others && unify(first, second)
    default: return pattern == type
    }
  }

  private mutating func unifyAll(_ patterns: [TypeExpression], _ types: [TypeExpression]) -> Bool {
    guard patterns.count == types.count else { return false }
    for (pattern, type) in zip(patterns, types) where !unify(pattern, type) { return false }
    return true
  }
}

extension Declaration {
  fileprivate var result: TypeExpression { type?.parts.type ?? .void }
}

extension TypeExpression {
  /// The same with names replaced, also where they are the beginning of others.
  func replacing(_ values: [String: TypeExpression]) -> TypeExpression {
    map { part in
      guard case .named(let components) = part, let first = components.first,
        first.arguments.isEmpty, let value = values[first.name]
      else { return part }
      if components.count == 1 { return value }
      guard case .named(let base) = value else { return part }
      return .named(base + components.dropFirst())
    }
  }

  /// A function type that need not be `@Sendable`; others as they are.
  fileprivate var withoutSendable: TypeExpression {
    guard case .function(var function) = self else { return self }
    function.attributes.remove("@Sendable")
    return .function(function)
  }
}
