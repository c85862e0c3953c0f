extension DeclarationJudgement {
  /// The attributes that give a declaration one more use.
  private static let useful: Set<String> = [
    "@dynamicCallable", "@dynamicMemberLookup", "@globalActor", "@propertyWrapper",
    "@resultBuilder",
  ]

  /// The attributes that clients do not notice.
  private static let silent: Set<String> = [
    "@_disfavoredOverload", "@_eagerMove", "@_marker", "@_noEagerMove", "@_nonoverride", "@safe",
    "@unsafe", "@warn_unqualified_access",
  ]

  mutating func judgeAttributes() {
    let (before, after) = (plain(old), plain(new))
    judgeMacroRoles(before, after)
    judgeLifetime(before, after)
    for attribute in before.subtracting(after).sorted() { judge(attribute, isNew: false) }
    for attribute in after.subtracting(before).sorted() { judge(attribute, isNew: true) }
  }

  private func plain(_ declaration: Declaration) -> Set<String> {
    declaration.attributes.filter { attribute in
      !Self.silent.contains(attribute)
        // Wrappers of properties, and builders of their own bodies; those of requirements are for all
        // who implement them.
        && !(attribute.contains(".") && !declaration.kind.isType && declaration.kind != .macro
          && !declaration.isRequirement)
        && globalActor(attribute) == nil
    }
  }

  private mutating func judge(_ attribute: String, isNew: Bool) {
    switch attribute {
    case "@discardableResult": break
    case "@preconcurrency":
      if !isNew { add(.preconcurrencyRemoved, "is no longer @preconcurrency") }
    case "@Sendable":
      isNew
        ? add(.sendableAttributeAdded, "is @Sendable now")
        : add(.attributeRemoved, "is no longer @Sendable")
    case "@nonexhaustive":
      isNew
        ? add(.nonexhaustiveAdded, "is @nonexhaustive now")
        : add(.nonexhaustiveRemoved, "is exhaustive now")
    case "@_hasMissingDesignatedInitializers":
      if isNew, old.isOpen {
        add(.designatedHidden, "has designated initializers that are not public now")
      }
    case _ where Self.useful.contains(attribute) || attribute.hasPrefix("@objc"):
      isNew
        ? add(.attributeAdded, "is \(attribute) now")
        : add(.attributeRemoved, "is no longer \(attribute)")
    case _ where MacroRole(attribute) != nil || attribute.hasPrefix("@_lifetime"): break
    case "@frozen":
      if !isNew, !old.isCopyable, old.kind == .struct {
        add(.frozenRemoved, "is no longer @frozen, so that no part of it can be consumed")
      }
    case InterfaceIndex.inheritsInitializers:
      // Without a superclass, there is nothing to inherit.
      if !isNew, new.inherited.contains(where: old.inherited.contains) {
        add(
          .inheritedInitializersLost,
          "no longer inherits the convenience initializers of its superclass"
        )
      }
    default:
      add(.attributeChanged, isNew ? "has \(attribute) now" : "no longer has \(attribute)")
    }
  }

  /// Roles of one kind are compared by the names and conformances that they may add.
  private mutating func judgeMacroRoles(_ before: Set<String>, _ after: Set<String>) {
    let (olds, news) = (before.compactMap(MacroRole.init), after.compactMap(MacroRole.init))
    for role in olds.sorted(by: { $0.text < $1.text })
    where !news.contains(where: { $0.includes(role) }) {
      add(.macroRoleRemoved, "no longer has the role \(role.text)")
    }
    for role in news.sorted(by: { $0.text < $1.text })
    where !olds.contains(where: { $0.includes(role) }) {
      add(.macroRoleAdded, "has the role \(role.text) now")
    }
  }

  /// Compares the values that the lifetime of a result depends on: fewer are more for those who
  /// keep it.
  private mutating func judgeLifetime(_ before: Set<String>, _ after: Set<String>) {
    let all = { (attributes: Set<String>) in
      Set(attributes.filter { $0.hasPrefix("@_lifetime(") })
    }
    let (was, its) = (all(before), all(after))
    if was == its { return }
    let sources = { (attributes: Set<String>) in
      Set(
        attributes.flatMap { text in
          text.dropFirst("@_lifetime(".count).dropLast().split(separator: ",")
            .map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
        }
      ).subtracting(["immortal"])
    }
    // What may be kept as long as a value itself is kept longer than a borrow of it.
    let (olds, news) = (sources(was), sources(its))
    let isWider = news.allSatisfy { source in
      let value = source.split(separator: " ").last ?? ""
      return olds.contains(source)
        || source.hasPrefix("copy ")
          && (olds.contains("borrow \(value)") || olds.contains("&\(value)"))
    }
    !its.isEmpty && !was.isEmpty && isWider
      ? addLoosening(.lifetimeWidened, "depends on less now")
      : add(.lifetimeNarrowed, "depends on other lifetimes now")
  }

  /// The attribute, if it is the name of a global actor.
  private func globalActor(_ attribute: String) -> String? {
    let name = String(attribute.dropFirst())
    let isActor = [oldIndex, newIndex].contains {
      $0.types[name]?.attributes.contains("@globalActor") ?? false
    }
    return isActor || name.hasSuffix("Actor") ? attribute : nil
  }

  private func isolation(of declaration: Declaration) -> Declaration.Isolation? {
    declaration.attributes.compactMap(globalActor).min().map { .actor($0) } ?? declaration.isolation
  }

  mutating func judgeIsolation() {
    let (before, after) = (isolation(of: old), isolation(of: new))
    guard before != after else { return }
    let words: String
    switch after {
    case .actor("self"): words = "is isolated to its actor now"
    case .actor(let name): words = "is \(name) now"
    case .caller: words = "is nonisolated(nonsending) now"
    case .nonisolated, nil: words = "is nonisolated now"
    }
    if old.kind.isNominal {
      add(.typeIsolationChanged, words)
    } else if let type = old.context, isTypeIsolationChanged(type) {
      // The type says so.
      return
    } else if after == nil, new.isAsync, !newIndex.takesOnlySendable(new) {
      add(.isolationChanged, "\(words), so that it can be given Sendable values only")
    } else if before == nil, after == .caller {
      newIndex.takesOnlySendable(new) && newIndex.givesOnlySendable(new)
        ? addLoosening(.isolationRemoved, words)
        : add(.isolationChanged, "\(words), so that what it returns stays with the caller's actor")
    } else if after == nil {
      addLoosening(.isolationRemoved, words)
    } else {
      add(.isolationChanged, words)
    }
  }

  private func isTypeIsolationChanged(_ type: String) -> Bool {
    guard let before = oldIndex.types[type], let after = newIndex.types[new.context ?? type],
      !old.isRequirement || before.kind == .protocol
    else { return false }
    return before.kind == after.kind && isolation(of: before) != isolation(of: after)
  }
}

extension Declaration {
  fileprivate var isAsync: Bool { effects.isAsync || accessors?.getter.isAsync ?? false }
}

/// A role of a macro, as an attribute names it.
private struct MacroRole {
  let text: String
  private let kind: String
  /// The arguments, such as `named(bake)` and `conformances: Hashable`.
  private var parts: Set<String> = []

  /// - Returns: `nil` if it is another attribute.
  init?(_ attribute: String) {
    guard attribute.hasPrefix("@freestanding") || attribute.hasPrefix("@attached") else {
      return nil
    }
    text = attribute
    var label = ""
    var found: [String] = []
    for part in attribute.drop(while: { $0 != "(" }).dropFirst().dropLast()
      .split(separator: ",")
    {
      let words = part.split(separator: ":", maxSplits: 1).map { $0.split(separator: " ").joined() }
      // `named(init(x:))` has a colon of its own.
      if words.count == 2, !words[0].contains("(") { label = words[0] }
      let value =
        words.count == 2 && !words[0].contains("(") ? words[1] : words.joined(separator: ":")
      found.append("\(label):\(value)")
    }
    kind = "\(attribute.prefix { $0 != "(" })\(found.first ?? "")"
    parts = Set(found.dropFirst())
  }

  /// Whether it does all that the other does.
  func includes(_ other: MacroRole) -> Bool {
    guard kind == other.kind else { return false }
    let isArbitrary = parts.contains("names:arbitrary")
    return other.parts.allSatisfy {
      parts.contains($0) || isArbitrary && $0.hasPrefix("names:")
    }
  }
}
