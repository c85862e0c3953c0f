import Base
import Checks
import Model
import Releases
import SemverRules
import Versions

/// Planned releases in Markdown, as the text of a pull request.
struct ReleaseReview {
  let plan: ReleasePlan
  /// Releases of other branches that are in the way.
  var conflicts: [BranchConflict] = []

  /// In bytes; forges refuse texts of more than 65,536 characters.
  private static let most = 60_000
  private static let mostChanges = 50

  var markdown: String {
    guard !plan.steps.isEmpty || !plan.held.isEmpty else { return "Nothing to release.\n" }
    let parts = [table, held, others, unchecked].compactMap(\.self)
    var text = parts.joined(separator: "\n")
    var shown = 0
    for steps in plan.steps.folded(by: details) {
      let titles = steps.map { "\($0.name) \($0.version)" }
      let section = "\n### \(titles.shortList())\n\n\(details(of: steps[0]))"
      guard text.utf8.count + section.utf8.count < Self.most else {
        let rest = counted(plan.steps.count - shown, "more release")
        return text + "\n`registry plan` prints the details of \(rest).\n"
      }
      text += section
      shown += titles.count
    }
    return text
  }

  private var table: String? {
    guard !plan.steps.isEmpty else { return nil }
    let rows = plan.steps.map { step in
      "| \(step.name) | \(step.previous?.description ?? "–") | **\(step.version)** |"
        + " \(step.change) |\n"
    }
    return "| component | last release | release | change |\n|---|---|---|---|\n" + rows.joined()
  }

  private var held: String? {
    guard !plan.held.isEmpty else { return nil }
    func reason(_ held: HeldComponent) -> String {
      Self.plain(held.words + (held.refusal.help.map { "; \($0)" } ?? ""))
    }
    let items = plan.held.folded(by: reason).map { alike in
      "- \(alike.map { "**\($0.name)**" }.shortList(20)): \(reason(alike[0]))\n"
    }
    return "### Not released\n\n" + items.joined()
  }

  private var others: String? {
    guard !conflicts.isEmpty else { return nil }
    return "### Other branches\n\n" + conflicts.map { "- " + Self.plain($0.words) + "\n" }.joined()
  }

  private var unchecked: String? {
    plan.comparesInterfaces || plan.steps.isEmpty
      ? nil : "The public API was not compared: the versions follow from the commits alone.\n"
  }

  private func details(of step: PlannedRelease) -> String {
    var text = ""
    for reason in step.reasons {
      text += "- " + Self.plain(reason.lines.first ?? "") + "\n"
      text += Self.block(of: reason.interface?.changes ?? [])
    }
    for yank in step.withdrawn {
      text += "- replaces \(yank.version), which is withdrawn: \(Self.plain(yank.reason))\n"
    }
    for dependent in step.dependents { text += "- " + dependent.words + "\n" }
    return text
  }

  /// The changes of a public API, in colours where the forge has any.
  private static func block(of changes: [InterfaceChange]) -> String {
    guard !changes.isEmpty else { return "" }
    let rest = changes.count - mostChanges
    let lines =
      changes.prefix(mostChanges).map { "\($0.sign) \($0.line.printable)" }
      + (rest > 0 ? ["and \(rest) more"] : [])
    return "\n  ```diff\n" + lines.map { "  \($0)\n" }.joined() + "  ```\n\n"
  }

  /// What people wrote, on one line and without markup that a forge would follow.
  private static func plain(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).joined(separator: " ").printable
      .replacing("<", with: "&lt;")
  }
}

extension PlannedRelease {
  fileprivate var change: String {
    let group = group.map { ", with group \($0)" } ?? ""
    guard let level else { return "first release" + group }
    return switch level {
    case .breaking: "incompatible" + group
    case .additive: "additions" + group
    case .unchanged: compatibility + group
    }
  }

  /// Of a release without incompatible changes and additions.
  private var compatibility: String {
    let comparisons = reasons.compactMap { reason -> InterfaceComparison? in
      if case .interface(let comparison) = reason { comparison } else { nil }
    }
    return switch comparisons.first {
    case .difference: "compatible"
    case .noLibrary: "no public API"
    case .firstRelease, nil: "not compared"
    }
  }
}

extension PlannedDependent {
  fileprivate var words: String {
    let start = "required by \(name) \(version) (\(requirement)), "
    if let next { return start + "which is released with it as \(next)" }
    return start
      + (isMet ? "which allows it" : "which does not allow it and keeps the last release")
  }
}
