/// Judges what became of one declaration: each difference by a rule, and what no rule knows as
/// breaking.
///
/// Both declarations are in canonical form.
struct DeclarationJudgement {
  let old: Declaration
  private(set) var new: Declaration
  let oldIndex: InterfaceIndex
  let newIndex: InterfaceIndex
  private(set) var findings: [Finding] = []

  init(
    from old: Declaration,
    to new: Declaration,
    _ oldIndex: InterfaceIndex,
    _ newIndex: InterfaceIndex
  ) {
    (self.old, self.new, self.oldIndex, self.newIndex) = (old, new, oldIndex, newIndex)
    guard old != new else { return }
    guard old.kind == new.kind else {
      let kinds = [new, old].map { declaration in
        let name = declaration.kind.rawValue
        return (name.first.map("aeo".contains) ?? false ? "an " : "a ") + name
      }
      add(.typeKindChanged, "is \(kinds[0]) in place of \(kinds[1])")
      return
    }
    if old.effects.isRethrowing, let rethrowing = new.rethrowing {
      self.new = rethrowing
      new.hasInferredError
        ? addLoosening(.rethrowsTyped, "throws the type of error that its closure throws")
        : add(.errorNotInferred, "throws a generic error that not all uses determine")
    }
    judgeAccess()
    judgeAttributes()
    judgeModifiers()
    judgeIsolation()
    judgeAvailability()
    let named = oldIndex.typeWithSameParameters(as: old)
    let isSameAlias = named != nil && named == newIndex.typeWithSameParameters(as: new)
    if !isSameAlias {
      judgeGenerics()
      self.new = newUnderOldConditions()
    }
    judgeParameters()
    judgeEffects(of: \.effects)
    if !isSameAlias { judgeType() }
    judgeAccessors()
    judgeProtocol()
    // Other modules consume parts of frozen structures only.
    if new.hasDeinitializer, !old.hasDeinitializer, old.isFrozen || old.kind == .enum {
      add(.deinitializerAdded, "has a deinit now")
    }
    if old.text != new.text {
      let groups = [old, new].map { PrecedenceGroup($0.text) }
      groups[1].extends(groups[0])
        ? add(.precedenceRelationAdded, "is compared with more groups now")
        : add(.operatorChanged, "has another precedence")
    }
  }

  mutating func add(_ rule: Rule, _ phrase: String) {
    findings.append(Finding(rule, phrase))
  }

  /// Adds what callers do not mind; but those who implement or override the declaration do.
  mutating func addLoosening(_ rule: Rule, _ phrase: String) {
    if old.isRequirement {
      add(.requirementChanged, phrase)
    } else if old.isOverridable {
      add(.openMemberChanged, phrase)
    } else {
      add(rule, phrase)
    }
  }

  private mutating func judgeAccess() {
    if old.isOpen, !new.isOpen {
      add(.openRemoved, "is no longer open")
    } else if new.isOpen, !old.isOpen {
      add(.openAdded, "is open now")
    }
  }

  private mutating func judgeModifiers() {
    let gone = old.modifiers.subtracting(new.modifiers)
    let come = new.modifiers.subtracting(old.modifiers)
    for modifier in gone.union(come).sorted() {
      let isNew = come.contains(modifier)
      switch modifier {
      case "final":
        if !isNew, old.kind == .class { add(.finalRemoved, "is no longer final") }
      case "mutating":
        if isNew {
          add(.mutatingAdded, "is mutating now")
        } else {
          addLoosening(.mutatingRemoved, "is no longer mutating")
        }
      case "nonmutating": break
      case "required": judgeRequired(isNew)
      case "convenience":
        guard oldIndex.types[old.context ?? ""]?.isOpen ?? true else { continue }
        add(.designatedChanged, isNew ? "is a convenience initializer now" : "is designated now")
      case "borrowing", "consuming": judgeOwnership(modifier, isNew, come.union(gone))
      default:
        add(.modifierChanged, isNew ? "is \(modifier) now" : "is no longer \(modifier)")
      }
    }
  }

  private mutating func judgeRequired(_ isNew: Bool) {
    let type = oldIndex.types[old.context ?? ""]
    if !isNew {
      if !(type?.modifiers.contains("final") ?? false) {
        add(.requiredRemoved, "is no longer required")
      }
    } else if type?.isOpen ?? true {
      add(.requiredAdded, "is required now")
    }
  }

  /// Compares the modifiers of a method that say how it takes the value that it is called on.
  private mutating func judgeOwnership(_ modifier: String, _ isNew: Bool, _ changed: Set<String>) {
    let type = oldIndex.types[old.context ?? ""]
    if type?.isCopyable ?? false { return }
    if modifier == "consuming", isNew {
      add(.modifierChanged, "is consuming now")
    } else if modifier == "consuming" || !changed.contains("consuming") {
      addLoosening(.mutatingRemoved, isNew ? "is \(modifier) now" : "is no longer \(modifier)")
    }
  }
}

extension Declaration {
  var isFrozen: Bool { attributes.contains("@frozen") }

  /// Whether values of the type can be copied, and may escape.
  var isCopyable: Bool { !inherited.contains { "\($0)".hasPrefix("~") } }
}

/// The body of a precedence group, or of an operator.
private struct PrecedenceGroup {
  /// The text before the braces.
  private let head: String
  private var relations: Set<String> = []
  /// Associativity and assignment.
  private var others: Set<String> = []

  /// - Parameter text: With single spaces.
  init(_ text: String) {
    head = String(text.prefix { $0 != "{" })
    var label = ""
    for word in text.dropFirst(head.count + 1).split(whereSeparator: { " ,}".contains($0) }) {
      if word.hasSuffix(":") {
        label = String(word)
      } else if ["higherThan:", "lowerThan:"].contains(label) {
        relations.insert("\(label) \(word)")
      } else {
        others.insert("\(label) \(word)")
      }
    }
  }

  /// Whether it only has more relations.
  func extends(_ other: PrecedenceGroup) -> Bool {
    !relations.isEmpty && head == other.head && others == other.others
      && relations.isSuperset(of: other.relations)
  }
}

extension DeclarationJudgement {
  /// A change of the availability on a platform.
  private enum Change: CaseIterable {
    case unavailable, newer, obsolete, available, older, obsoleteLater, deprecated

    var rule: Rule {
      switch self {
      case .unavailable, .newer, .obsolete: .availabilityNarrowed
      case .available, .older, .obsoleteLater: .availabilityWidened
      case .deprecated: .deprecated
      }
    }

    /// - Parameter platforms: Their names, with versions where they are said since when.
    func phrase(_ platforms: [String]) -> String {
      let list = platforms.joined(separator: ", ")
      let place = platforms == ["*"] ? "" : " on \(list)"
      return switch self {
      case .unavailable: "is unavailable\(place)"
      case .newer: "is available since \(list) only"
      case .obsolete: "is obsolete\(place)"
      case .available: "is available\(place) now"
      case .older: "is available for older systems\(place)"
      case .obsoleteLater: "is obsolete later\(place)"
      case .deprecated: "was deprecated\(place)"
      }
    }
  }

  mutating func judgeAvailability() {
    // An alias cannot be used where the type is not available that it stands for.
    let before = oldIndex.availability(of: old)
    let after = newIndex.availability(of: new)
    if after.isUnavailableFromAsync, !before.isUnavailableFromAsync {
      add(.noasyncAdded, "is unavailable from asynchronous code now")
    } else if before.isUnavailableFromAsync, !after.isUnavailableFromAsync {
      add(.noasyncRemoved, "is available from asynchronous code now")
    }
    var changes: [Change: [String]] = [:]
    for name in Set(before.platforms.keys).union(after.platforms.keys).sorted() {
      // What was unavailable has no clients: that it is available now is said once, for all systems.
      if before.isUnavailable, name != "*" { continue }
      let (was, its) = (before[name], after[name])
      if was == its || isOfType(was, its, on: name) { continue }
      for change in self.changes(was, its, on: name) {
        let version = (its.introduced ?? []).map(String.init).joined(separator: ".")
        changes[change, default: []].append(change == .newer ? "\(name) \(version)" : name)
      }
    }
    for change in Change.allCases {
      if let platforms = changes[change] { add(change.rule, change.phrase(platforms)) }
    }
  }

  /// Whether the type around a member changed in the same way, and is told of instead.
  private func isOfType(
    _ before: Availability.Platform,
    _ after: Availability.Platform,
    on name: String
  ) -> Bool {
    guard let type = old.context, let was = oldIndex.types[type],
      let its = newIndex.types[new.context ?? type]
    else { return false }
    return was.availability[name] == before && its.availability[name] == after
  }

  private func changes(
    _ before: Availability.Platform,
    _ after: Availability.Platform,
    on name: String
  ) -> [Change] {
    if before.isUnavailable { return after.isUnavailable ? [] : [.available] }
    if after.isUnavailable { return [.unavailable] }
    var changes: [Change] = []
    let oldest = oldIndex.oldestSystems
    if oldest.isNarrower(after.introduced, than: before.introduced, on: name) {
      changes.append(.newer)
    } else if oldest.isNarrower(before.introduced, than: after.introduced, on: name) {
      changes.append(.older)
    }
    switch (before.obsoleted, after.obsoleted) {
    case (let was, let its) where was == its: break
    case (let was, let its?) where OldestSystems.isLater(was ?? its, than: its) || was == nil:
      changes.append(.obsolete)
    default: changes.append(.obsoleteLater)
    }
    if after.isDeprecated, !before.isDeprecated { changes.append(.deprecated) }
    return changes
  }
}

extension InterfaceIndex {
  /// Returns the availability of a declaration, and of the type that an alias stands for.
  fileprivate func availability(of declaration: Declaration) -> Availability {
    let own = declaration.availability
    return availability(ofWhatIsNamedBy: declaration).map { own.merged(over: $0) } ?? own
  }
}

extension Availability {
  fileprivate subscript(_ platform: String) -> Platform { platforms[platform] ?? Platform() }
}

extension DeclarationJudgement {
  /// The result, the type of a property, or what an alias stands for.
  mutating func judgeType() {
    guard old.kind != .associatedtype, old.type != new.type else { return }
    if old.kind == .`init` {
      switch (old.type, new.type) {
      case (nil, .some): add(.initializerFailable, "may return nil now")
      case (.some, nil): add(.initializerInfallible, "no longer returns nil")
      // `init!` is used as an optional and as none.
      case (.some(let type), _) where type == .other("!"):
        add(.initializerFailable, "returns an optional now")
      default: add(.initializerInfallible, "can be used without unwrapping now")
      }
      return
    }
    let (before, after) = (old.type ?? .void, new.type ?? .void)
    switch old.kind {
    case .typealias: add(.aliasChanged, "stands for \(text(after)) in place of \(text(before))")
    default:
      let isProperty = old.kind == .var
      let verb = isProperty ? "is" : "returns"
      let words = "\(verb) \(text(after)) in place of \(text(before))"
      if !(old.accessors?.hasSetter ?? false), serves(after, as: before) {
        addLoosening(.opaqueResultNarrowed, words)
      } else {
        add(isProperty ? .propertyTypeChanged : .resultChanged, words)
      }
    }
  }

  private func serves(_ new: TypeExpression, as old: TypeExpression) -> Bool {
    let (before, after) = (old.parts, new.parts)
    return before.words.isSubset(of: after.words)
      && after.words.subtracting(before.words).isSubset(of: ["sending"])
      && Acceptance(index: newIndex).isSubtype(after.type, of: before.type)
  }

  private func text(_ type: TypeExpression) -> String {
    (type == .void ? "Void" : "\(type)").replacing("$", with: "T").replacing("#", with: "T")
  }

  mutating func judgeAccessors() {
    guard let before = old.accessors, let after = new.accessors, before != after else { return }
    judgeEffects(of: \.getterEffects)
    if after.hasMutatingGetter, !before.hasMutatingGetter {
      add(.mutatingAdded, "changes its value when it is read")
    } else if before.hasMutatingGetter, !after.hasMutatingGetter {
      addLoosening(.mutatingRemoved, "no longer changes its value when it is read")
    }
    judgeStorage(before, after)
    switch (before.hasSetter, after.hasSetter) {
    case (true, false): add(.setterRemoved, "can no longer be set")
    case (false, true): addLoosening(.setterAdded, "can be set now")
    case (true, true) where before.hasMutatingSetter != after.hasMutatingSetter:
      after.hasMutatingSetter
        ? add(.mutatingAdded, "changes its value when it is set")
        : addLoosening(.mutatingRemoved, "no longer changes its value when it is set")
    default: break
    }
  }

  /// Compares the storage of a property: a stored property of a structure can be changed
  /// independently of the others, and be consumed alone.
  private mutating func judgeStorage(
    _ before: Declaration.Accessors,
    _ after: Declaration.Accessors
  ) {
    guard before.isStored, !after.isStored, !old.isStatic, let context = old.context,
      let type = oldIndex.types[context], type.kind == .struct
    else { return }
    let hasOthers = (oldIndex.members[context] ?? []).contains { member in
      member.kind == .var && !member.isStatic && member.name != old.name
        && member.accessors?.isStored ?? false
    }
    let isConsumed = type.isFrozen && !type.isCopyable
    if hasOthers, before.hasSetter && after.hasSetter || isConsumed {
      add(.storageRemoved, "is computed now")
    }
  }

  mutating func judgeProtocol() {
    if old.kind == .associatedtype { judgeAssociatedType() }
    guard old.kind == .protocol else { return }
    if old.primaryAssociatedTypes != new.primaryAssociatedTypes {
      old.primaryAssociatedTypes.isEmpty
        ? add(.primaryAssociatedTypesAdded, "has primary associated types now")
        : add(.primaryAssociatedTypesChanged, "has other primary associated types")
    }
    let (before, after) = (bounds(of: old, oldIndex), bounds(of: new, newIndex))
    for name in after.subtracting(before).sorted() {
      isMet(name)
        ? add(.refinementMet, "inherits from \(short(name)) now")
        : add(.refinementAdded, "inherits from \(short(name)) now")
    }
    for name in before.subtracting(after).sorted() {
      add(.refinementRemoved, "no longer inherits from \(short(name))")
    }
    if constraints(of: old) != constraints(of: new) {
      add(.protocolConstraintsChanged, "has another 'where' clause")
    }
  }

  /// Returns the types that a protocol or an associated type inherits from, with all that is
  /// implied.
  private func bounds(of declaration: Declaration, _ index: InterfaceIndex) -> Set<String> {
    var all: Set<String> = []
    for type in declaration.inherited {
      switch type.parts.type {
      case .prefixed(let word, let type): all.insert("\(word)\(type)")
      case let type:
        for bound in type.bounds where !bound.hasArguments {
          for name in bound.protocolNames { all.formUnion(index.ancestors(of: name)) }
        }
        for bound in type.bounds where bound.hasArguments { all.insert("\(bound)") }
      }
    }
    for case .conforms(let subject, let bound) in declaration.generics.requirements
    where subject.path == "Self" && declaration.kind == .protocol {
      for name in bound.protocolNames { all.formUnion(index.ancestors(of: name)) }
    }
    return all
  }

  private func constraints(of declaration: Declaration) -> Set<Requirement> {
    declaration.generics.requirements.filter {
      if case .conforms(let subject, _) = $0, subject.path == "Self" { false } else { true }
    }
  }

  /// Whether types conform to the protocol that do nothing for it.
  private func isMet(_ name: String) -> Bool {
    newIndex.ancestors(of: name).allSatisfy { name in
      guard let proto = newIndex.types[name], proto.generics.requirements.isEmpty else {
        return false
      }
      let own = old.context.map { "\($0).\(old.name)" } ?? oldIndex.name(of: old)
      return (newIndex.members[name] ?? []).filter(\.isRequirement).allSatisfy { requirement in
        newIndex.isRequired(requirement, by: own ?? "", in: oldIndex)
          || (requirement.kind == .associatedtype
            ? requirement.type != nil : newIndex.hasDefault(for: requirement, since: oldIndex))
      }
    }
  }

  private func short(_ name: String) -> String {
    name.hasPrefix("Swift.") ? String(name.dropFirst(6)) : name
  }

  private mutating func judgeAssociatedType() {
    if bounds(of: old, oldIndex) != bounds(of: new, newIndex) {
      add(.associatedTypeChanged, "has other requirements")
    }
    if old.generics.requirements != new.generics.requirements {
      add(.associatedTypeChanged, "has another 'where' clause")
    }
    guard old.type != new.type else { return }
    if let before = old.type {
      let after = new.type.map { "\($0)" } ?? "no type"
      add(.associatedTypeChanged, "is \(after) by default in place of \(before)")
    } else if let after = new.type {
      add(.associatedTypeDefaultAdded, "is \(after) by default now")
    }
  }
}

extension TypeExpression {
  fileprivate var hasArguments: Bool {
    if case .named(let components) = self {
      components.contains { !$0.arguments.isEmpty }
    } else {
      false
    }
  }
}

extension Declaration {
  fileprivate var getterEffects: Effects { accessors?.getter ?? Effects() }
}
