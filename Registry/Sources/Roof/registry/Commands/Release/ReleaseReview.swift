import ArgumentParser
import Base
import Checks
import Model
import Releases
import SemverRules
import ServerArguments
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
    guard !plan.releases.isEmpty || !plan.held.isEmpty else { return "Nothing to release.\n" }
    let parts = [table, held, others, unchecked].compactMap(\.self)
    var text = parts.joined(separator: "\n")
    var shown = 0
    for alike in plan.releases.folded(by: details) {
      let titles = alike.map { "\($0.component) \($0.version)" }
      let section = "\n### \(titles.shortList())\n\n\(details(of: alike[0]))"
      guard text.utf8.count + section.utf8.count < Self.most else {
        let rest = counted(plan.releases.count - shown, "more release")
        return text + "\n`registry plan` prints the details of \(rest).\n"
      }
      text += section
      shown += titles.count
    }
    return text
  }

  private var table: String? {
    guard !plan.releases.isEmpty else { return nil }
    let rows = plan.releases.map { release in
      "| \(release.component) | \(release.last?.description ?? "–") | **\(release.version)** |"
        + " \(release.change) |\n"
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
    plan.comparesInterfaces || plan.releases.isEmpty
      ? nil : "The public API was not compared: the versions follow from the commits alone.\n"
  }

  private func details(of release: PlannedRelease) -> String {
    var text = ""
    for reason in release.reasons {
      if case .noted = reason {
        text += reason.lines.map { "- " + Self.plain($0) + "\n" }.joined()
        continue
      }
      text += "- " + Self.plain(reason.lines.first ?? "") + "\n"
      text += Self.block(of: reason.interface?.changes ?? [])
    }
    for yank in release.withdrawn {
      text += "- replaces \(yank.version), which is withdrawn: \(Self.plain(yank.reason))\n"
    }
    for dependent in release.dependents { text += "- " + dependent.words + "\n" }
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

  /// Returns a text of other people on one line, without markup that a forge would follow.
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

  /// The result of the comparison, for a release without incompatible changes and additions.
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

/// The components that are not released, for people: what is the same for many is said once.
struct HeldList {
  /// A reason that many components may have in common, with `NAME` in the place of their names.
  private struct Cause: Hashable {
    let code: String
    let help: String?
  }

  let held: [HeldComponent]
  /// Whether nothing was to be released yet.
  let isPlan: Bool

  /// So many components with one cause are shown one by one.
  private static let mostAlike = 3

  func text(style: Style) -> String {
    held.folded(moreThan: Self.mostAlike, by: Self.cause).map { alike in
      alike.count == 1
        ? text(of: alike[0], style) : text(of: alike, Self.cause(of: alike[0]), style)
    }.joined()
  }

  private func text(of held: HeldComponent, _ style: Style) -> String {
    let verdict = isPlan ? "cannot be released" : "is not released"
    return "\(style(.bold, held.name.text)) \(style(.yellow, verdict))\n"
      + "  \(held.words.printable)\n" + style.help(held.refusal.help)
  }

  private func text(of alike: [HeldComponent], _ cause: Cause, _ style: Style) -> String {
    let names = alike.map { style(.bold, $0.name.text) }.shortList()
    let verdict = isPlan ? "cannot be released" : "are not released"
    var text = "\(names) \(style(.yellow, verdict))\n"
    let words = alike.map { Self.general($0.words, $0.name) }
    if Set(words).count == 1 {
      text += "  \(words[0].printable)\n"
    } else {
      for held in alike.prefix(Self.mostAlike) {
        text += "  \(held.name): \(held.words.printable)\n"
      }
      text += "  and \(alike.count - Self.mostAlike) more, which '--json' lists\n"
    }
    return text + style.help(cause.help)
  }

  private static func cause(of held: HeldComponent) -> Cause {
    // What each of them waits for is listed, too.
    if case .dependency = held.reason { return Cause(code: held.refusal.code.rawValue, help: nil) }
    return Cause(
      code: held.refusal.code.rawValue,
      help: held.refusal.help.map { general($0, held.name) }
    )
  }

  /// The text without the name of the component.
  static func general(_ text: String, _ name: ComponentName) -> String {
    func isPart(_ character: Character?) -> Bool {
      character.map { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" } ?? false
    }
    var (result, rest) = ("", text[...])
    while let place = rest.firstRange(of: name.text) {
      result += rest[..<place.lowerBound]
      let isWhole = !isPart(result.last) && !isPart(rest[place.upperBound...].first)
      result += isWhole ? "NAME" : name.text
      rest = rest[place.upperBound...]
    }
    return result + rest
  }
}

/// Why a component needs a release.
extension ReleaseReason: JSONObjectRepresentable {
  var members: JSONMembers {
    switch self {
    case .first: ["kind": "first"]
    case .baseline(let version, _): ["kind": "first", "baseline": version]
    case .publication: ["kind": "publication"]
    case .commits(let summary): ["kind": "commits", "commits": summary]
    case .noted(let changes): ["kind": "noted", "notes": changes]
    case .interface: ["kind": "interface", "interface": interface]
    case .group(let name): ["kind": "group", "group": name]
    case .dependency(let taken): ["kind": "dependency", "dependency": taken]
    }
  }

  /// Where the public API is the reason.
  var interface: InterfaceDocument? {
    guard case .interface(let comparison) = self else { return nil }
    return InterfaceDocument(comparison, since: nil)
  }

  /// For people, a thought each.
  var lines: [String] {
    switch self {
    case .first(let isWithdrawn):
      [
        isWithdrawn
          ? "all of its releases are withdrawn; there is none to compare its public API with"
          : "its first release"
      ]
    case .baseline(let version, let isFirst):
      [
        isFirst
          ? "its first release, after the baseline \(version)"
          : "its first release after the baseline \(version)"
      ]
    case .publication: ["its first published release, after internal ones"]
    case .commits(let summary): [summary.words]
    case .noted(let changes): changes.map { "change note, \($0.level.rawValue): \($0.title)" }
    case .interface: interface?.lines ?? []
    case .group(let name): ["a release of its group \(name)"]
    case .dependency(let taken): [taken.words]
    }
  }
}

extension CommitSummary: JSONObjectRepresentable {
  var members: JSONMembers { ["count": count, "breaking": breaking, "features": features] }

  fileprivate var words: String {
    guard count > 0 else { return "changed; the commits are not in this clone's history" }
    let parts = [
      breaking > 0 ? "\(breaking) breaking" : nil,
      features > 0 ? counted(features, "feature") : nil,
    ].compactMap(\.self)
    let detail = parts.isEmpty ? "" : ": " + parts.joined(separator: ", ")
    return counted(count, "commit") + detail
  }
}

extension NotedChange: JSONObjectRepresentable {
  var members: JSONMembers {
    ["file": file, "level": level.rawValue, "text": text.joined(separator: "\n")]
  }
}

extension TakenDependency: JSONObjectRepresentable {
  var members: JSONMembers {
    [
      "component": name, "version": version, "recorded": recorded, "exposure": exposure.rawValue,
    ]
  }

  fileprivate var words: String {
    let part =
      switch exposure {
      case .exposed: "its public API has types of \(name)"
      case .hidden: "its public API has no types of \(name)"
      case .unknown: "whether its public API has types of \(name) was not checked"
      }
    return "updates \(name) to \(version), where its last release requires \(recorded); \(part)"
  }
}

extension InterfaceDocument {
  private static let mostLines = 10

  fileprivate var lines: [String] {
    let marked = changes.map { "\($0.sign) \($0.line)" }
    let rest = marked.count - Self.mostLines
    return ["public API: \(summary)"] + marked.prefix(Self.mostLines)
      + (rest > 0 ? ["and \(rest) more"] : [])
  }
}

/// The options for checking releases before they are made.
struct BuildChecking: ParsableArguments {
  @Flag(
    name: .customLong("no-api-check"),
    help: "Do not compare the public API; the record says so."
  )
  var isUnchecked = false

  @Option(
    value: "none|lowest|newest|both",
    help: "Build each release with the lowest or newest dependencies that it allows."
  )
  var verify: ReleaseVerification.Neighbours = .newest

  @Flag(help: "Also run each release's tests.")
  var test = false

  func validate() throws {
    if test, verify == .none {
      throw ValidationError("'--test' and '--verify none' cannot be used together")
    }
  }

  /// The comparison of public interfaces; `nil` if it is switched off.
  var comparing: StockToolchain? { isUnchecked ? nil : StockToolchain() }

  var verification: ReleaseVerification { ReleaseVerification(verify, testing: test) }
}

extension ReleaseVerification.Neighbours: ExpressibleByArgument {}
