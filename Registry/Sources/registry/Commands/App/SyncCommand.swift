import ArgumentParser
import Workspace

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
    try console.show(SyncDocument(layout.sync(in: workspace, console)))
  }
}
