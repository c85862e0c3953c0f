import Base
import Git
import Model
import Versions

/// A pinned tree that is stored, while the changes that it leaves out may still be looked up.
struct PinnedTreeDraft {
  /// Without those changes.
  let pinned: PinnedTree
  /// The components that have them; `nil` without working files.
  let leftOut: BackgroundWork<[ComponentName]>?
  /// Including those that it is built from.
  let verified: VerifiedReleases

  /// With those changes, once they are known.
  func finished() throws(OperationError) -> PinnedTree {
    try unifyingErrors {
      var finished = pinned
      var notes: [String] = []
      for name in try leftOut?.value() ?? [] {
        guard let release = pinned.releases[name] else { continue }
        notes.append(
          "'\(name)' has uncommitted changes, but is built from its release \(release.version)"
        )
      }
      finished.notes = notes + pinned.notes
      return finished
    }
  }
}
