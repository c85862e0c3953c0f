import Layout
import RegistryModel

/// A snapshot that was made, or would be.
struct SnapshotDocument: Document {
  private let result: Snapshot.Result
  private let written: WrittenOutcome

  init(_ result: Snapshot.Result, _ mode: WritingMode) {
    self.result = result
    written = WrittenOutcome(result, "made", mode)
  }

  var members: JSONMembers {
    [
      "outcome": written.outcome,
      "app": result.pinned.app,
      "scaffold": result.pinned.app,
      "tag": result.tag,
      "tree": result.pinned.tree,
      "base": result.pinned.base,
      "releases": result.pinned.releases.mapValues(\.version),
      "commit": written.commit,
      "plan": written.plan,
    ]
  }

  func text(style: Style, width: Int?) -> String {
    let verb =
      switch written.outcome {
      case "made": "is created"
      case "planned": "would be created"
      default: "already exists with this tree"
      }
    var text = "\(style(.bold, result.tag)) \(verb)\n"
    text += "  \(style(.dim, "tree"))    \(result.pinned.tree)\n"
    if written.commit != nil { text += "  \(style(.dim, "commit"))  \(written.shortCommit)\n" }
    for (name, release) in result.pinned.releases.sorted(by: { $0.key < $1.key }) {
      text += "  \(name) \(release.version)\n"
    }
    return text + (written.plan?.text(style: style, width: width) ?? "")
  }
}
