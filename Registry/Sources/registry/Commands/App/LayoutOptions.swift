import ArgumentParser
import Layout
import Workspace
import Writing

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
    let sync = operation(for: product, console)
    let result = try console.clearingPassing { try sync.run(in: workspace) }
    console.note(result.notes)
    return result
  }
  /// What lays it out.
  func operation(for product: String?, _ console: Console) -> Sync {
    Sync(
      tree: PinnedTreePlan(
        app: choice.app,
        product: product,
        usesWorkingFiles: worktree
      ),
      discardsEdits: discardEdits,
      context: WriteContext(progress: { console.showPassing($0) })
    )
  }
}
