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

  /// Of a structure, what is stored can be changed beside the rest, and be consumed alone.
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

  /// What a protocol or an associated type inherits from, with all that is implied.
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
