import Model
import Releases
import Versions

/// Why a component needs a release.
extension ReleaseReason: JSONObjectRepresentable {
  var members: JSONMembers {
    switch self {
    case .first: ["kind": "first"]
    case .baseline(let version, _): ["kind": "first", "baseline": version]
    case .publication: ["kind": "publication"]
    case .commits(let summary): ["kind": "commits", "commits": summary]
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
