import ArgumentParser
import RegistryOperations

struct SyncCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "sync",
    abstract: "Lay out what the app is built from.",
    discussion: """
      The tree is that of the branch's newest commit, with the folder of each pinned component \
      replaced by its release. It is laid out below .registry, where only files that differ are \
      touched, so that a build does again only what has changed; nothing outside is written.
      """
  )

  @OptionGroup var layout: LayoutOptions

  @OptionGroup var global: GlobalOptions

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    try console.show(SyncDocument(layout.sync(in: workspace, console)))
  }
}
