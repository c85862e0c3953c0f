import ArgumentParser
import Apps
import Model

/// The options of all commands that check out the pinned tree.
struct LayoutOptions: ParsableArguments {
  @Flag(help: "Include uncommitted changes, except those of pinned components.")
  var worktree = false

  @Flag(help: "Overwrite edits in the checked-out tree.")
  var discardEdits = false

  @OptionGroup var choice: AppChoice

  /// Lays it out, and says what there is to know beside the result.
  ///
  /// - Parameter product: What is going to be run, which tells the app where none is named.
  func sync(
    for product: String? = nil,
    in workspace: borrowing Workspace,
    _ console: Console
  ) throws -> Sync.Result {
    try sync(tree(for: product), in: workspace, console)
  }

  func sync(
    _ tree: PinnedTreePlan,
    in workspace: borrowing Workspace,
    _ console: Console
  ) throws -> Sync.Result {
    let sync = operation(tree, console)
    let result = try console.clearingPassing { try sync.run(in: workspace) }
    console.note(result.notes)
    return result
  }

  func tree(for product: String?) -> PinnedTreePlan {
    PinnedTreePlan(app: choice.app, product: product, usesWorkingFiles: worktree)
  }

  /// What lays it out.
  func operation(_ tree: PinnedTreePlan, _ console: Console) -> Sync {
    Sync(
      tree: tree,
      discardsEdits: discardEdits,
      context: WriteContext(progress: { console.showPassing($0) })
    )
  }
}
