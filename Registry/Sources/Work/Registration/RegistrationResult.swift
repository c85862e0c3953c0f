package import Git
package import Model
package import Versions

/// The changes of the manifest's list of components.
package struct RegistrationResult: WritingResult {
  package struct Entry: Hashable, Sendable {
    package let name: ComponentName
    package let component: Component
  }

  /// That were added, moved or removed, by name; of one that moved, at its new place.
  package let entries: [Entry]
  /// Where the component was before.
  package var oldPath: TreePath?
  /// That were made, beside the manifest.
  package var files: [TreePath] = []
  /// What the person should know.
  package var notes: [String] = []
  /// `nil` if nothing has to be written.
  package let plan: WritePlan?
  package var commit: ObjectID?
}
