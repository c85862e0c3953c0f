import APICompatibility
import Interfaces
import RegistryModel
import Versioning

/// The differences of a public interface from that of an earlier release.
struct InterfaceDocument: JSONObjectRepresentable {
  struct Change: JSONObjectRepresentable {
    let kind: String
    /// The name of the rule that says so: see `registry rules`.
    let rule: String
    let module: String
    let declaration: String
    let words: String

    init(_ change: InterfaceChange) {
      kind = change.level == .breaking ? "breakage" : "addition"
      rule = change.rule
      module = change.module
      declaration = change.declaration
      words = change.words
    }

    var members: JSONMembers {
      [
        "kind": kind, "rule": rule, "module": module, "declaration": declaration, "words": words,
      ]
    }

    /// The change and the name of its rule.
    var line: String { "\(words) [\(rule)]" }
  }

  /// `unchanged`, `additive`, `breaking`, `first`, `no-library` or `unchecked`.
  let change: String
  let since: String?
  let accepted: String?
  let changes: [Change]
  /// What differs and was not compared; `nil` if nothing.
  let notCompared: [String]?

  init(_ comparison: InterfaceComparison, since: String?) {
    self.since = since
    accepted = nil
    switch comparison {
    case .difference(let difference):
      change = difference.level.rawValue
      changes = difference.changes.map(Change.init)
      notCompared = difference.gaps.isEmpty ? nil : difference.gaps
    case .noLibrary: (change, changes, notCompared) = ("no-library", [], nil)
    case .firstRelease: (change, changes, notCompared) = ("first", [], nil)
    }
  }

  init(_ evidence: InterfaceEvidence) {
    since = evidence.since?.description
    accepted = evidence.accepted
    changes = evidence.difference.changes.map(Change.init)
    notCompared = evidence.difference.gaps.isEmpty ? nil : evidence.difference.gaps
    switch evidence.finding {
    case .unchecked: change = "unchecked"
    case .compared(.noLibrary): change = "no-library"
    case .compared(.firstRelease): change = "first"
    case .compared(.difference(let difference)): change = difference.level.rawValue
    }
  }

  var members: JSONMembers {
    ["change": change, "since": since, "accepted": accepted, "changes": changes]
  }

  /// In a few words, such as `2 breakages and 1 addition`.
  var summary: String {
    switch change {
    case "unchecked": return "not compared"
    case "no-library": return "none: no product is a library"
    case "first": return "nothing to compare with"
    case "unchanged": return "unchanged"
    default:
      let breakages = changes.count { $0.kind == "breakage" }
      let additions = changes.count - breakages
      let parts = [
        breakages == 0 ? nil : counted(breakages, "breakage"),
        additions == 0 ? nil : counted(additions, "addition"),
      ]
      return parts.compactMap(\.self).joined(separator: " and ")
    }
  }

  /// A line a change, indented.
  func list(style: Style) -> String {
    changes.map { change in
      let isBreakage = change.kind == "breakage"
      return "  \(style(isBreakage ? .red : .green, isBreakage ? "-" : "+")) "
        + "\(change.line.printable)\n"
    }.joined() + (notCompared ?? []).map { "  ? not compared: \($0)\n" }.joined()
  }
}
