package import Git
package import Model
package import Versions

/// Removes the last release.
///
/// Only while no other clone can have it: Documentation/Decisions/undo.md says why.
package struct UndoRelease: WritingOperation {
  /// As it was typed.
  package var component: String
  /// The release that is meant; saying it keeps a repeated command from taking back another one.
  package var version: SemanticVersion?
  /// Whether all other releases of the same commit go with it; a commit with others is refused
  /// otherwise.
  package var takesOthers: Bool
  package var context: WriteContext

  package init(
    component: String,
    version: SemanticVersion? = nil,
    takesOthers: Bool = false,
    context: WriteContext = WriteContext()
  ) {
    self.component = component
    self.version = version
    self.takesOthers = takesOthers
    self.context = context
  }

  package struct Result: WritingResult {
    package let component: ComponentName
    /// What is recorded no longer.
    package let release: Release
    /// What the same commit recorded beside it.
    package let others: [(component: ComponentName, version: SemanticVersion)]
    /// The commit that is gone from the branch; git's reflog has it for a while.
    package let undone: ObjectID
    /// Where the branch goes back to.
    package var commit: ObjectID?
    package let plan: WritePlan?
  }

  package var task: String { "registry undo \(component)" }

  package func plan(_ base: WriteBase, in workspace: borrowing Workspace) throws -> Result {
    try UndoPlanner(request: self, base: base).plan(in: workspace)
  }
}
