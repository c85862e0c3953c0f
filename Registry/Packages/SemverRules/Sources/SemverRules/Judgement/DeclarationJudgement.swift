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
    if !isSameAlias { judgeGenerics() }
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

  /// Of a method, which says how it takes the value that it is called on.
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

  /// Of a type: whether its values can be copied, and may escape.
  var isCopyable: Bool { !inherited.contains { "\($0)".hasPrefix("~") } }
}

/// What a precedence group, or an operator, says.
private struct PrecedenceGroup {
  /// What is before the braces.
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
