import SwiftInterface

extension DeclarationJudgement {
  /// Those that give a declaration one more use.
  private static let useful: Set<String> = [
    "@dynamicCallable", "@dynamicMemberLookup", "@globalActor", "@propertyWrapper",
    "@resultBuilder",
  ]

  /// Those that nobody notices.
  private static let silent: Set<String> = [
    "@_disfavoredOverload", "@_eagerMove", "@_marker", "@_noEagerMove", "@_nonoverride", "@safe",
    "@unsafe", "@warn_unqualified_access",
  ]

  mutating func judgeAttributes() {
    let (before, after) = (plain(old), plain(new))
    for attribute in before.subtracting(after).sorted() { judge(attribute, isNew: false) }
    for attribute in after.subtracting(before).sorted() { judge(attribute, isNew: true) }
  }

  private func plain(_ declaration: Declaration) -> Set<String> {
    declaration.attributes.filter { attribute in
      !Self.silent.contains(attribute)
        && !(declaration.kind == .var && attribute.contains("."))
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
    case _ where attribute.hasPrefix("@freestanding") || attribute.hasPrefix("@attached"):
      isNew
        ? add(.macroRoleAdded, "has the role \(attribute) now")
        : add(.macroRoleRemoved, "no longer has the role \(attribute)")
    default:
      add(.attributeChanged, isNew ? "has \(attribute) now" : "no longer has \(attribute)")
    }
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
    } else if after == nil || (before == nil && after == .caller) {
      addLoosening(.isolationRemoved, words)
    } else {
      add(.isolationChanged, words)
    }
  }

  private func isTypeIsolationChanged(_ type: String) -> Bool {
    guard let before = oldIndex.types[type], let after = newIndex.types[type],
      !old.isRequirement || before.kind == .protocol
    else { return false }
    return before.kind == after.kind && isolation(of: before) != isolation(of: after)
  }
}

extension Declaration {
  fileprivate var isAsync: Bool { effects.isAsync || accessors?.getter.isAsync ?? false }
}
