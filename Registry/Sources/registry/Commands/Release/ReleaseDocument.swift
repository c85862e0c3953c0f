import Errors
import RegistryModel
import Releases
import Versioning
import Workspace

/// The releases of one commit that were made, or would be.
struct ReleaseDocument: Document {
  /// `released`, `proposed` on a branch of its own, `unchanged` where there was nothing to release or
  /// the branch has it already, or `planned` for a dry run.
  private let written: WrittenOutcome
  private let result: MakeReleases.Result

  init(_ result: MakeReleases.Result, _ mode: WritingMode) {
    self.result = result
    let done = result.branch == nil ? "released" : "proposed"
    written = WrittenOutcome(result, done, mode)
  }

  var members: JSONMembers {
    [
      "outcome": written.outcome,
      "releases": result.releases,
      "held": result.held,
      "branch": result.branch?.name,
      "conflicts": result.branch?.conflicts,
      "commit": written.commit,
      "plan": written.plan,
    ]
  }

  func text(style: Style, width: Int?) -> String {
    var text = isLong ? list(style: style, width: width) : ""
    // What is published beside the folder is often the same for all, such as a licence.
    let lines = result.releases.map { PublishedContent($0.release).lines(style: style) }
    let counts = lines.joined().reduce(into: [:]) { $0[$1, default: 0] += 1 }
    for (made, lines) in zip(result.releases, lines) {
      let verb = written.outcome == "planned" ? "would be" : "is"
      let place = result.branch.map { "on the branch '\($0.name)'" } ?? "released"
      let before = made.previous.map { ", after \($0.version)" } ?? ", its first release"
      let name = style(.bold, "\(made.component) \(made.release.version)")
      if !isLong { text += "\(name) \(verb) \(place)\(before)\n" }
      let own = lines.filter { counts[$0] == 1 }.map { "\($0)\n" }.joined()
      text += (isLong && !own.isEmpty ? "\(name)\n" : "") + own
    }
    for (line, count) in counts.filter({ $1 > 1 }).sorted(by: { $0.key < $1.key }) {
      text += "\(line) (\(count) releases)\n"
    }
    text += HeldList(result.held, isPlan: written.plan != nil).text(style: style)
    if result.releases.isEmpty { return result.held.isEmpty ? "nothing to release\n" : text }
    if written.plan != nil { return written.text(text, style: style, width: width) }
    if written.isUnchanged { return text + "the branch has these releases already\n" }
    let signed = result.releases.count { $0.signature != nil }
    return text + "  \(style(.dim, "commit"))  \(written.shortCommit)\n"
      + (signed > 0 ? "  \(style(.dim, "signed"))  \(counted(signed, "release"))\n" : "")
  }
}

extension ReleaseDocument {
  /// More releases are not listed one by one.
  private static let most = 10
  /// So many with the same versions have lines of their own.
  private static let leastAlike = 3

  private var isLong: Bool { result.releases.count > Self.most }

  /// The names and versions, by version.
  private func list(style: Style, width: Int?) -> String {
    let verb = written.outcome == "planned" ? "would be" : "are"
    let place = result.branch.map { "on the branch '\($0.name)'" } ?? "released"
    let heading = "\(result.releases.count) components"
    var text = "\(style(.bold, heading)) \(verb) \(place)\n"
    var others: [String] = []
    var told: Set<String> = []
    let alike = Dictionary(grouping: result.releases, by: \.versions)
    for release in result.releases {
      let same = alike[release.versions] ?? []
      guard same.count >= Self.leastAlike else {
        others.append("\(release.component) \(release.versions)")
        continue
      }
      guard told.insert(release.versions).inserted else { continue }
      text += same.map(\.component.text)
        .lines(after: "\(release.versions):", indent: 2, width: width)
    }
    return text + (others.isEmpty ? "" : others.lines(indent: 2, width: width))
  }
}

extension PreparedRelease {
  fileprivate var versions: String {
    previous.map { "\($0.version) → \(release.version)" } ?? "\(release.version) (first)"
  }
}

extension PreparedRelease: JSONObjectRepresentable {
  var members: JSONMembers {
    let content = PublishedContent(release)
    return [
      "component": component,
      "version": release.version,
      "previous": previous?.version,
      "group": group,
      "tag": tag,
      "tree": release.tree,
      "archive": release.archive?.description,
      "internal": release.isInternal ? true : nil,
      "requires": release.requires,
      "files": content.files,
      "omits": content.omits,
      "adds": content.adds,
    ]
  }
}
