extension DeclarationJudgement {
  mutating func judgeGenerics() {
    if old.kind.isNominal || old.kind == .typealias {
      judgeTypeParameters()
      guard old.generics.parameters == new.generics.parameters else { return }
    } else if old.generics.parameters.map(\.specifier) != new.generics.parameters.map(\.specifier) {
      // An `Int` that becomes `some Hashable` is another parameter.
      add(.genericParametersChanged, "has other generic parameters")
      return
    }
    guard old.kind != .protocol, old.kind != .associatedtype else { return }
    var before = old.generics.requirements.union(old.contextRequirements)
    var after = new.generics.requirements.union(new.contextRequirements)
    Requirement.spellOutCopies(&before, &after)
    let added = after.filter { !oldIndex.implies(before, $0) && !newIndex.implies(before, $0) }
    let removed = before.filter { !oldIndex.implies(after, $0) && !newIndex.implies(after, $0) }
    for requirement in added.sorted(by: { "\($0)" < "\($1)" }) {
      add(.constraintAdded, "requires \(text(of: requirement))")
    }
    guard added.isEmpty else { return }
    for requirement in removed.sorted(by: { "\($0)" < "\($1)" }) {
      let words = "no longer requires \(text(of: requirement))"
      if !old.kind.isNominal {
        decided(by: requirement).allSatisfy(new.decides)
          ? addLoosening(.constraintRemoved, words)
          : add(.parameterUndecided, "\(words), which decided it")
      } else if !requirement.isOfCopies {
        add(.typeConstraintRemoved, words)
      }
    }
  }

  /// The generic parameters that a condition says what they are.
  private func decided(by requirement: Requirement) -> Set<TypeExpression> {
    guard case .equals(let types) = requirement else { return [] }
    return types.filter { $0.isGenericParameter && $0.path?.contains(".") == false }
  }

  /// Returns the newer declaration for the types for which the older one exists: where this has
  /// a condition `T == Int`, that may have `T` in place of `Int`.
  func newUnderOldConditions() -> Declaration {
    let before = old.generics.requirements.union(old.contextRequirements)
    let after = new.generics.requirements.union(new.contextRequirements)
    return before.subtracting(after).reduce(new) { declaration, requirement in
      guard case .equals(let types) = requirement,
        let name = decided(by: requirement).min(by: { "\($0)" < "\($1)" }),
        let value = types.subtracting([name]).first,
        !value.mentions(name), new.decides(name), new.admits(name)
      else { return declaration }
      var result = declaration
      let replaced = declaration.map { $0.map { $0 == name ? value : $0 } }
      (result.parameters, result.type) = (replaced.parameters, replaced.type)
      (result.effects, result.accessors) = (replaced.effects, replaced.accessors)
      return result
    }
  }

  private mutating func judgeTypeParameters() {
    let (before, after) = (old.generics.parameters, new.generics.parameters)
    if before.map(\.specifier) != after.map(\.specifier) {
      add(.genericParametersChanged, "has other generic parameters")
    } else if before != after, old.kind.isNominal {
      let names = (before.map(\.name), after.map(\.name))
      add(
        .typeParameterRenamed,
        "has the parameters \(names.1.joined(separator: ", ")) in place of "
          + names.0.joined(separator: ", ")
      )
    }
  }

  /// Returns the requirement as code has it: the position of a generic parameter means nothing to
  /// people.
  private func text(of requirement: Requirement) -> String {
    "\(requirement)".replacing("$", with: "T").replacing("#", with: "T")
  }

  mutating func judgeParameters() {
    guard old.parameters.count == new.parameters.count else {
      add(old.kind == .case ? .payloadChanged : .renamed, "has other parameters")
      return
    }
    for (position, pair) in zip(old.parameters, new.parameters).enumerated() where pair.0 != pair.1
    {
      judge(pair.0, pair.1, "argument \(position + 1)")
    }
  }

  private mutating func judge(
    _ before: Declaration.Parameter,
    _ after: Declaration.Parameter,
    _ place: String
  ) {
    if before.label != after.label, old.signature != new.signature || old.kind == .case {
      add(old.kind == .case ? .payloadChanged : .renamed, "has another label for \(place)")
    }
    if before.hasDefault, !after.hasDefault {
      add(.defaultRemoved, "no longer has a default for \(place)")
    } else if after.hasDefault, !before.hasDefault {
      add(.defaultAdded, "has a default for \(place) now")
    } else if let was = before.defaultValue, let its = after.defaultValue, was != its {
      judgeDefault(from: was, to: its, before, place)
    }
    if before.isVariadic != after.isVariadic {
      add(.variadicChanged, "is \(after.isVariadic ? "now" : "no longer") variadic in \(place)")
      return
    }
    judgeWords(before, after, place)
    guard before.type != after.type else { return }
    let words = "takes \(text(after)) in place of \(text(before)) as \(place)"
    if old.kind == .case {
      add(.payloadChanged, words)
    } else if after.type.wrapped != nil, isNonescaping(before) {
      add(.parameterChanged, "\(words), which escapes")
    } else if after.type.wrapped == before.type, !after.words.contains("inout") {
      addLoosening(.parameterOptional, words)
    } else if Acceptance(index: newIndex).accepts(after.type, insteadOf: before.type),
      !after.words.contains("inout")
    {
      addLoosening(.parameterLoosened, words)
    } else {
      add(.parameterChanged, words)
    }
  }

  /// Compares default values, which matter if they say which actor a call runs on, or decide what a
  /// generic parameter is.
  private mutating func judgeDefault(
    from old: String,
    to new: String,
    _ parameter: Declaration.Parameter,
    _ place: String
  ) {
    // From `nil` on, the call runs on the actor of the caller, from which it can take more.
    if old == "#isolation" || new == "#isolation" && old != "nil" {
      add(.defaultChanged, "is \(new) in place of \(old) by default as \(place)")
      return
    }
    let names = Set(self.old.generics.parameters.map(\.name))
    let generic = { (type: TypeExpression) in
      var used: Set<String> = []
      type.eachName { used.insert($0.first?.name ?? "") }
      return used.intersection(names)
    }
    let known = self.old.parameters.filter { !$0.hasDefault }
      .reduce(into: Set<String>()) { $0.formUnion(generic($1.type)) }
    if !generic(parameter.type).isSubset(of: known) {
      add(.defaultChanged, "has another default for \(place), which decides its generic type")
    }
  }

  private func isNonescaping(_ parameter: Declaration.Parameter) -> Bool {
    let alias = parameter.type.path.flatMap { oldIndex.types[$0] }
    let type = alias?.kind == .typealias ? alias?.type : parameter.type
    guard case .function = type else { return false }
    return !parameter.words.contains("@escaping")
  }

  private func text(_ parameter: Declaration.Parameter) -> String {
    let words = parameter.words.subtracting(["inout"]).sorted().map { "\($0) " }.joined()
    return (words + "\(parameter.type)").replacing("$", with: "T").replacing("#", with: "T")
  }

  private mutating func judgeWords(
    _ before: Declaration.Parameter,
    _ after: Declaration.Parameter,
    _ place: String
  ) {
    let gone = before.words.subtracting(after.words)
    let come = after.words.subtracting(before.words)
    let ownership: Set = ["borrowing", "consuming", "__owned", "__shared"]
    if !gone.union(come).isDisjoint(with: ownership),
      // What can be copied need not say how it is taken.
      !before.words.isDisjoint(with: ownership), !after.words.isDisjoint(with: ownership)
    {
      come.contains("consuming")
        ? add(.ownershipChanged, "consumes \(place)")
        : addLoosening(.parameterLoosened, "borrows \(place)")
    }
    for word in gone.union(come).subtracting(ownership).sorted() {
      let isNew = come.contains(word)
      switch word {
      // In an optional, every closure escapes.
      case "@escaping" where !isNew && after.type.wrapped != nil: break
      case "@escaping":
        isNew
          ? add(.parameterChanged, "takes a closure that escapes as \(place)")
          : addLoosening(.parameterLoosened, "takes a closure that need not escape as \(place)")
      case "@autoclosure":
        add(.autoclosureChanged, "\(isNew ? "wraps" : "no longer wraps") \(place) in a closure")
      case "inout":
        add(.inoutChanged, isNew ? "changes \(place)" : "no longer changes \(place)")
      case "isolated":
        add(.isolatedParameterChanged, "\(isNew ? "runs" : "no longer runs") on \(place)")
      case "sending":
        isNew
          ? add(.sendingAdded, "sends \(place)")
          : addLoosening(.sendingRemoved, "no longer sends \(place)")
      default:
        add(.attributeChanged, "has \(isNew ? "now" : "no longer") \(word) on \(place)")
      }
    }
  }

  mutating func judgeEffects(of path: KeyPath<Declaration, Declaration.Effects>) {
    let (before, after) = (old[keyPath: path], new[keyPath: path])
    if after.isAsync, !before.isAsync { add(.asyncAdded, "is async now") }
    if before.isAsync, !after.isAsync { addLoosening(.asyncRemoved, "is no longer async") }
    if before.isRethrowing, !after.isRethrowing {
      after.thrown == nil
        ? addLoosening(.throwsRemoved, "no longer throws")
        : add(.rethrowsChanged, "throws where it only rethrew")
      return
    }
    if after.isRethrowing, !before.isRethrowing, before.thrown == nil {
      add(.throwsAdded, "throws what an argument throws now")
      return
    }
    if after.isRethrowing, before.thrown != nil {
      addLoosening(.throwsRemoved, "only throws what an argument throws")
      return
    }
    switch (before.thrown, after.thrown) {
    case (let thrown, let other) where thrown == other: break
    case (nil, .some): add(.throwsAdded, "throws now")
    case (.some, nil): addLoosening(.throwsRemoved, "no longer throws")
    case (.some(.anyError), .some(let type)):
      addLoosening(.thrownTypeNarrowed, "throws \(type) only")
    case (_, .some(let type)): add(.thrownTypeChanged, "throws \(type)")
    default: break
    }
  }
}

extension Requirement {
  /// Has `T: Copyable` among the requirements that do not have `T: ~Copyable` as the others do.
  fileprivate static func spellOutCopies(
    _ before: inout Set<Requirement>,
    _ after: inout Set<Requirement>
  ) {
    for requirement in before.union(after) {
      guard case .conforms(let subject, .prefixed("~", let bound)) = requirement else { continue }
      let needed = Requirement.conforms(subject, bound)
      if before.remove(requirement) == nil { before.insert(needed) }
      if after.remove(requirement) == nil { after.insert(needed) }
    }
  }

  /// Whether it requires that a type can be copied, or escape, which extensions assume.
  fileprivate var isOfCopies: Bool {
    guard case .conforms(_, let bound) = self else { return false }
    return ["Swift.Copyable", "Swift.Escapable", "Copyable", "Escapable"].contains(bound.path)
  }
}

extension Declaration {
  /// Whether it is called on a value, which says what the generic parameters of its type are.
  private var isOfValue: Bool { context != nil && !isStatic && kind != .`init` }

  /// Whether each call of it says what a generic parameter is, which is in canonical form.
  fileprivate func decides(_ parameter: TypeExpression) -> Bool {
    if kind.isType || isOfValue && parameter.path?.hasPrefix("$") == false { return true }
    return parameters.contains { !$0.hasDefault && $0.type.decides(parameter) }
  }

  /// Whether all arguments that could be passed before can be where their types have a generic
  /// parameter: `.max` and `nil` are none without a type, but functions may throw any error.
  fileprivate func admits(_ parameter: TypeExpression) -> Bool {
    if isOfValue && parameter.path?.hasPrefix("$") == false { return true }
    return parameters.allSatisfy { argument in
      guard case .function(var function) = argument.type else {
        return !argument.type.mentions(parameter)
      }
      if function.thrown == parameter { function.thrown = nil }
      return !TypeExpression.function(function).mentions(parameter)
    }
  }
}

extension TypeExpression {
  fileprivate func mentions(_ part: TypeExpression) -> Bool {
    var isFound = false
    eachName { components in
      isFound = isFound || components.first.map { .named([$0]) == part } ?? false
    }
    return isFound
  }

  /// Whether the type of an argument says what a generic parameter is that is in its type.
  fileprivate func decides(_ parameter: TypeExpression) -> Bool {
    switch self {
    case .named(let components):
      self == parameter
        || components.flatMap(\.arguments).contains { $0.decides(parameter) }
    case .tuple(let elements): elements.contains { $0.type.decides(parameter) }
    // A closure may leave out the types of its parameters.
    case .function(let function):
      function.result.decides(parameter) || function.thrown?.decides(parameter) ?? false
    case .metatype(let type, _), .attributed(_, let type): type.decides(parameter)
    default: false
    }
  }
}
