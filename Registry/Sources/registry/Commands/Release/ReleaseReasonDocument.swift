import RegistryModel
import Releases
import Versioning

/// Why a component needs a release.
struct ReleaseReasonDocument: Encodable {
  struct Commits: Encodable {
    let count: Int
    let breaking: Int
    let features: Int
  }

  struct Dependency: Encodable {
    let component: String
    let version: String
    let recorded: EncodedJSON
    /// `exposed`, `hidden` or `unknown`.
    let exposure: String
    fileprivate let words: String

    private enum CodingKeys: String, CodingKey {
      case component, version, recorded, exposure
    }
  }

  /// `first`, `commits`, `interface`, `dependency` or `group`.
  let kind: String
  /// The version that a first release continues.
  private(set) var baseline: String?
  /// Whether there are releases before the baseline.
  private var isAfterOthers = false
  private(set) var commits: Commits?
  private(set) var interface: InterfaceDocument?
  private(set) var dependency: Dependency?
  private(set) var group: String?

  private enum CodingKeys: String, CodingKey {
    case kind, baseline, commits, interface, dependency, group
  }

  init(_ reason: ReleaseReason) {
    switch reason {
    case .first: kind = "first"
    case .baseline(let version, let isFirst):
      kind = "first"
      baseline = version.description
      isAfterOthers = !isFirst
    case .commits(let summary):
      kind = "commits"
      commits = Commits(
        count: summary.count,
        breaking: summary.breaking,
        features: summary.features
      )
    case .interface(let comparison):
      kind = "interface"
      interface = InterfaceDocument(comparison, since: nil)
    case .group(let name):
      kind = "group"
      group = name.text
    case .dependency(let taken):
      kind = "dependency"
      dependency = Dependency(
        component: taken.name.text,
        version: taken.version.description,
        recorded: EncodedJSON(taken.recorded.json),
        exposure: taken.exposure.rawValue,
        words: taken.recorded.description
      )
    }
  }

  /// For people, a thought each.
  var lines: [String] {
    if let commits { return [commits.words] }
    if let interface { return interface.lines }
    if let dependency { return [dependency.text] }
    if let group { return ["a release of its group \(group)"] }
    if isAfterOthers, let baseline { return ["its first release after the baseline \(baseline)"] }
    return ["its first release" + (baseline.map { ", after the baseline \($0)" } ?? "")]
  }
}

extension ReleaseReasonDocument.Commits {
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

extension ReleaseReasonDocument.Dependency {
  fileprivate var text: String {
    let part =
      switch exposure {
      case "exposed": "its public API has types of \(component)"
      case "hidden": "its public API has no types of \(component)"
      default: "whether its public API has types of \(component) was not checked"
      }
    return "updates \(component) to \(version), where its last release requires \(words); \(part)"
  }
}

extension InterfaceDocument {
  private static let mostLines = 10

  fileprivate var lines: [String] {
    let marked = changes.map { "\($0.kind == "breakage" ? "-" : "+") \($0.words)" }
    let rest = marked.count - Self.mostLines
    return ["public API: \(summary)"] + marked.prefix(Self.mostLines)
      + (rest > 0 ? ["and \(rest) more"] : [])
  }
}
