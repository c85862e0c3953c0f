import SwiftInterface

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
    if old.text != new.text { add(.operatorChanged, "has another precedence") }
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
    let isCopyable = !(type?.inherited.contains { "\($0)".hasPrefix("~") } ?? true)
    if isCopyable { return }
    if modifier == "consuming", isNew {
      add(.modifierChanged, "is consuming now")
    } else if modifier == "consuming" || !changed.contains("consuming") {
      addLoosening(.mutatingRemoved, isNew ? "is \(modifier) now" : "is no longer \(modifier)")
    }
  }

  private mutating func judgeAvailability() {
    var (before, after) = (old.availability, new.availability)
    // An alias cannot be used where the type is not available that it stands for.
    if let named = oldIndex.availability(ofWhatIsNamedBy: old) {
      before = before.merged(over: named)
    }
    if let named = newIndex.availability(ofWhatIsNamedBy: new) { after = after.merged(over: named) }
    if after.isUnavailableFromAsync, !before.isUnavailableFromAsync {
      add(.noasyncAdded, "is unavailable from asynchronous code now")
    } else if before.isUnavailableFromAsync, !after.isUnavailableFromAsync {
      add(.noasyncRemoved, "is available from asynchronous code now")
    }
    for name in Set(before.platforms.keys).union(after.platforms.keys).sorted() {
      let platforms = (
        before.platforms[name] ?? Availability.Platform(),
        after.platforms[name] ?? Availability.Platform()
      )
      judge(platforms.0, platforms.1, on: name == "*" ? "" : " on \(name)")
    }
  }

  private mutating func judge(
    _ before: Availability.Platform,
    _ after: Availability.Platform,
    on place: String
  ) {
    if after.isUnavailable != before.isUnavailable {
      after.isUnavailable
        ? add(.availabilityNarrowed, "is unavailable\(place)")
        : add(.availabilityWidened, "is available\(place) now")
    }
    if before.introduced != after.introduced {
      let version = after.introduced.map { $0.map(String.init).joined(separator: ".") } ?? ""
      if Self.isLater(after.introduced, than: before.introduced) {
        add(.availabilityNarrowed, "is available\(place) since \(version) only")
      } else {
        add(.availabilityWidened, "is available\(place) for older systems")
      }
    }
    if before.obsoleted != after.obsoleted {
      let isSooner =
        before.obsoleted == nil
        || (after.obsoleted != nil && Self.isLater(before.obsoleted, than: after.obsoleted))
      isSooner
        ? add(.availabilityNarrowed, "is obsolete\(place)")
        : add(.availabilityWidened, "is obsolete later\(place)")
    }
    if after.isDeprecated, !before.isDeprecated { add(.deprecated, "was deprecated\(place)") }
  }

  private static func isLater(_ left: [Int]?, than right: [Int]?) -> Bool {
    guard let left else { return false }
    return right.map { $0.lexicographicallyPrecedes(left) } ?? true
  }
}
