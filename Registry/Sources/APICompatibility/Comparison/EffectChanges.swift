/// Changes that the digester ignores: effects in function types, deprecations and re-exported
/// modules.
struct EffectChanges {
  let old: InterfaceDeclarations
  let new: InterfaceDeclarations

  var changes: [InterfaceChange] {
    declarationChanges + exportChanges
  }

  private var declarationChanges: [InterfaceChange] {
    var changes: [InterfaceChange] = []
    for (name, before) in old.declarations {
      guard let after = new.declarations[name] else { continue }
      let both = Set(before.map(\.usr)).intersection(after.map(\.usr))
      for usr in both where !before.isDeprecated(usr) && after.isDeprecated(usr) {
        changes.append(name.change(.addition, "was deprecated"))
      }
      // Among overloads that all differ, it cannot be told which became which.
      let gone = before.filter { !both.contains($0.usr) }
      let come = after.filter { !both.contains($0.usr) }
      guard gone.count == 1, come.count == 1, let gone = gone.first, let come = come.first else {
        continue
      }
      changes += effectChanges(of: name, from: gone, to: come)
    }
    return changes
  }

  private func effectChanges(
    of name: InterfaceDeclarations.Name,
    from old: InterfaceDeclarations.Declaration,
    to new: InterfaceDeclarations.Declaration
  ) -> [InterfaceChange] {
    let before = DeclarationName.effects(old.usr)
    let after = DeclarationName.effects(new.usr)
    var changes: [InterfaceChange] = []
    let wasAsync = (before[.async] ?? 0) > old.asyncArguments
    let isAsync = (after[.async] ?? 0) > new.asyncArguments
    if isAsync, !wasAsync { changes.append(name.change(.breakage, "is async now")) }
    if wasAsync, !isAsync {
      // Callers may still await it, but implementations may no longer be async.
      let kind: InterfaceChange.Kind = new.isRequirement ? .breakage : .addition
      changes.append(name.change(kind, "is no longer async"))
    }
    if old.asyncArguments != new.asyncArguments {
      changes.append(name.change(.breakage, "has a function type that differs in async"))
    }
    if before[.sendableFunction] != after[.sendableFunction] {
      let isMore = (after[.sendableFunction] ?? 0) > (before[.sendableFunction] ?? 0)
      changes.append(
        name.change(.breakage, isMore ? "has a @Sendable type now" : "has no @Sendable type now")
      )
    }
    if before[.typedThrows] != after[.typedThrows] {
      let isNarrower = after[.typedThrows] == 1 && !new.isRequirement
      changes.append(
        isNarrower
          ? name.change(.addition, "throws one type of error now")
          : name.change(.breakage, "throws any type of error now")
      )
    }
    return changes
  }

  private var exportChanges: [InterfaceChange] {
    old.exports.subtracting(new.exports)
      .map { $0.change(.breakage, "is no longer exported") }
      + new.exports.subtracting(old.exports).map { $0.change(.addition, "is exported now") }
  }
}

extension [InterfaceDeclarations.Declaration] {
  fileprivate func isDeprecated(_ usr: String) -> Bool {
    contains { $0.usr == usr && $0.isDeprecated }
  }
}

extension InterfaceDeclarations.Name {
  fileprivate func change(_ kind: InterfaceChange.Kind, _ words: String) -> InterfaceChange {
    let noun =
      switch self.kind {
      case "Constructor": ""
      case "EnumElement": "case "
      default: "\(self.kind.lowercased()) "
      }
    return InterfaceChange(
      kind,
      module: module,
      declaration: path,
      words: "\(noun)\(path) \(words)"
    )
  }
}
