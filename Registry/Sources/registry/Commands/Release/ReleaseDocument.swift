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

  init(_ result: MakeReleases.Result, isDryRun: Bool) {
    self.result = result
    let done = result.branch == nil ? "released" : "proposed"
    written = WrittenOutcome(result, done, isDryRun: isDryRun)
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
    var text = ""
    // What is published beside the folder is often the same for all, such as a licence.
    let lines = result.releases.map { PublishedContent($0.release).lines(style: style) }
    let counts = lines.joined().reduce(into: [:]) { $0[$1, default: 0] += 1 }
    for (made, lines) in zip(result.releases, lines) {
      let verb = written.outcome == "planned" ? "would be" : "is"
      let place = result.branch.map { "on the branch '\($0.name)'" } ?? "released"
      let before = made.previous.map { ", after \($0.version)" } ?? ", its first release"
      let name = style(.bold, "\(made.component) \(made.release.version)")
      text += "\(name) \(verb) \(place)\(before)\n"
      text += lines.filter { counts[$0] == 1 }.map { "\($0)\n" }.joined()
    }
    for (line, count) in counts.filter({ $1 > 1 }).sorted(by: { $0.key < $1.key }) {
      text += "\(line) (\(count) releases)\n"
    }
    for held in result.held {
      text += "\(style(.bold, held.name.text)) \(style(.yellow, "is not released")): "
      text += held.words.printable + "\n"
      if let help = held.refusal.help { text += "  \(style(.bold, "help:")) \(help.printable)\n" }
    }
    if result.releases.isEmpty { return text + "nothing to release\n" }
    if written.plan != nil { return written.text(text, style: style, width: width) }
    if written.isUnchanged { return text + "the branch has these releases already\n" }
    return text + "  \(style(.dim, "commit"))  \(written.shortCommit)\n"
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
