import ArgumentParser
import Apps
import Model
import Versions

struct SyncCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "sync",
    abstract: "Check out the tree that the app is built from.",
    usage: "registry sync [--app <name>] [--worktree] [<options>]",
    discussion: """
      The pinned tree is that of the newest commit, with the folder of each pinned component \
      replaced by its release. It is checked out below .registry. Only files that differ are \
      written, so that a build compiles only what has changed. Nothing outside .registry is \
      written.

        registry sync
      """
  )

  @OptionGroup var layout: LayoutOptions

  @OptionGroup(title: "Common Options") var global: GlobalOptions

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    try console.show(layout.sync(in: workspace, console))
  }
}

extension Sync.Result: Document {
  var members: JSONMembers {
    [
      "app": pinned.app,
      "tree": pinned.tree,
      "base": pinned.base,
      "path": packagePath,
      "releases": pinned.releases.mapValues(\.version),
      "written": written,
      "removed": removed,
      "notes": notes,
    ]
  }

  func text(style: Style, width: Int?) -> String {
    let changes =
      written + removed == 0
      ? "unchanged" : "\(counted(written, "file")) written, \(removed) removed"
    return """
      \(style(.bold, pinned.app.text)) is checked out, \(changes)
        \(style(.dim, "tree"))  \(pinned.tree)
        \(style(.dim, "path"))  \(packagePath)

      """
  }
}
