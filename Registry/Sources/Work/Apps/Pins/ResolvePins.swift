import Base
package import Git
package import Model
import Versions

/// Records the resolution of all apps, after pins were edited by hand or new releases were
/// made that some of them allow.
package struct ResolvePins: WritingOperation {
  /// Components, groups and patterns of those that may move from their resolved releases, as they were
  /// typed.
  package var updated: [String]
  /// The app in which they may move, as it was typed; `nil` for all.
  package var app: String?
  package var context: WriteContext

  package init(
    updating names: [String] = [],
    app: String? = nil,
    context: WriteContext = WriteContext()
  ) {
    updated = names
    self.app = app
    self.context = context
  }

  package struct Result: WritingResult {
    /// The recorded resolution.
    package let before: ResolvedReleases
    /// The resolution of the pins as they are now.
    package let after: ResolvedReleases
    /// The plan of the commit; `nil` if nothing has to be written.
    package let plan: WritePlan?
    package var commit: ObjectID?
  }

  package var task: String {
    "registry resolve"
  }

  package func plan(
    _ base: WriteBase,
    in workspace: borrowing Workspace
  ) throws -> Result {
    try checkCommitted(base, in: workspace)
    // If the last app was removed, the record of its pins may have to be removed as well.
    guard
      try !base.state.manifest.apps.isEmpty
        || workspace.content(of: workspace.resolvedPath, in: base.tree) != nil
    else { throw OperationError.noApp }
    let names = try updated.flatMap { try base.state.manifest.components(matching: $0) }
    let chosen = try app.map { text in
      try workspace.committed(in: base.state) { try $0.app(meant: text).name }
    }
    let (plan, before, after) = try PinPlanner(base: base, replacesDamaged: true).plan(
      base.state.document,
      message: "Resolve the pins\n",
      reason: "registry: resolve the pins",
      updating: Set(names),
      of: chosen,
      in: workspace
    )
    return Result(before: before, after: after, plan: plan)
  }

  /// Uncommitted edits of pins would be ignored silently.
  private func checkCommitted(
    _ base: WriteBase,
    in workspace: borrowing Workspace
  ) throws(OperationError) {
    guard let file = workspace.workingPath(workspace.manifestPath),
      LocalFile.kind(at: file) != nil,
      try workspace.workingState().manifest.apps != base.state.manifest.apps
    else { return }
    throw OperationError(
      .uncommittedChanges,
      "the pins in '\(workspace.manifestPath)' have uncommitted changes",
      help: "commit them first: pins are read from the newest commit of the branch"
    )
  }
}
