import Base
import ArgumentParser
import Apps
import Git
import Model
import Versions

struct SnapshotCommand: WritingVerb {
  static let configuration = CommandConfiguration(
    commandName: "snapshot",
    abstract: "Commit and tag the tree that the app is built from.",
    usage: "registry snapshot <version> [--app <name>] [<options>]",
    discussion: """
      Creates a commit of the pinned tree beside the branch, with a tag such as 'app/1.0.0'. \
      Anyone can check it out and build what shipped with git and swift alone. A snapshot never \
      changes. Repeating the command for the same tree succeeds.

        registry snapshot 1.0.0
      """
  )

  @Argument(help: "The version of the app.")
  var version: String

  @OptionGroup var choice: AppChoice

  @OptionGroup var writing: WritingOptions

  @OptionGroup(title: "Common Options") var global: GlobalOptions

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    let snapshot = Snapshot(
      version: try SemanticVersion(version),
      app: choice.app,
      context: writing.context(console)
    )
    let result = try writing.perform(snapshot, as: "made", in: workspace, console)
    console.note(result.pinned.notes)
    if result.plan != nil, !writing.dryRun, try !workspace.repository.remoteURLs().isEmpty {
      console.note("push it with 'git push origin \(result.tag)'")
    }
  }
}

/// A snapshot that was made, or would be.
extension Snapshot.Result: WrittenResult {
  var members: JSONMembers {
    [
      "app": pinned.app,
      "tag": tag,
      "tree": pinned.tree,
      "base": pinned.base,
      "releases": pinned.releases.mapValues(\.version),
    ]
  }

  func text(_ written: WrittenOutcome, style: Style, width: Int?) -> String {
    let verb =
      switch written.outcome {
      case "made": "is created"
      case "planned": "would be created"
      default: "already exists with this tree"
      }
    var text = "\(style(.bold, tag)) \(verb)\n"
    text += "  \(style(.dim, "tree"))    \(pinned.tree)\n"
    if written.commit != nil { text += "  \(style(.dim, "commit"))  \(written.shortCommit)\n" }
    for (name, release) in pinned.releases.sorted(by: { $0.key < $1.key }) {
      text += "  \(name) \(release.version)\n"
    }
    return text
  }
}
