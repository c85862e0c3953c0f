import Checks
import Model
import SemverRules
import Versions

/// The differences of a public interface from that of an earlier release.
struct InterfaceDocument: JSONObjectRepresentable {
  /// `nil` if nothing was compared.
  private let comparison: InterfaceComparison?
  let since: String?
  private let accepted: String?

  init(_ comparison: InterfaceComparison, since: String?) {
    (self.comparison, self.since, accepted) = (comparison, since, nil)
  }

  init(_ evidence: InterfaceEvidence) {
    (since, accepted) = (evidence.since?.description, evidence.accepted)
    comparison = if case .compared(let comparison) = evidence.finding { comparison } else { nil }
  }

  private var difference: InterfaceDifference? {
    if case .difference(let difference) = comparison { difference } else { nil }
  }

  var changes: [InterfaceChange] { difference?.changes ?? [] }

  private var change: String {
    switch comparison {
    case nil: "unchecked"
    case .noLibrary: "no-library"
    case .firstRelease: "first"
    case .difference(let difference): difference.level.rawValue
    }
  }

  var members: JSONMembers {
    ["change": change, "since": since, "accepted": accepted, "changes": changes]
  }

  /// In a few words, such as `2 breakages and 1 addition`.
  var summary: String {
    switch comparison {
    case nil: return "not compared"
    case .noLibrary: return "none: no product is a library"
    case .firstRelease: return "nothing to compare with"
    case .difference:
      if changes.isEmpty { return "unchanged" }
      let breakages = changes.count { $0.level == .breaking }
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
      "  \(style(change.level == .breaking ? .red : .green, change.sign)) \(change.line.printable)\n"
    }.joined() + (difference?.gaps ?? []).map { "  ? not compared: \($0)\n" }.joined()
  }
}

extension InterfaceChange: JSONObjectRepresentable {
  var members: JSONMembers {
    [
      "kind": level == .breaking ? "breakage" : "addition", "rule": rule, "module": module,
      "declaration": declaration, "words": words,
    ]
  }

  var sign: String { level == .breaking ? "-" : "+" }

  /// The change and the name of its rule.
  var line: String { "\(words) [\(rule)]" }
}
