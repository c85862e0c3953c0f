import Files
import Git
import GitValues
import RegistryModel
import Workspace

/// The result of a run, with the stamps of all files that it depends on except the checked-out
/// ones: as long as these match, the result is still valid.
struct SyncReceipt {
  let question: Question
  let pinned: PinnedTree
  /// Of the manifest and git's index; empty if these are not known.
  let files: [StampList]
  /// Those of which there is telling, with paths from one folder.
  let components: [ComponentEvidence]

  /// What the answer follows from, beside the files that have stamps.
  struct Question: Equatable {
    /// The commit that the branch is at.
    let commit: ObjectID
    let manifestPath: TreePath
    /// As it was asked for.
    let scaffold: String?
    /// What is to be run, which tells the scaffold where none was asked for.
    let product: String?

    /// Whether no more than the commit differs.
    func isLike(_ other: Question) -> Bool {
      manifestPath == other.manifestPath && scaffold == other.scaffold && product == other.product
    }
  }

  /// Whether it was made for this question, of files that look as they did.
  func isOf(_ question: Question) -> Bool {
    self.question == question && !files.isEmpty && files.allSatisfy { $0.holds() }
  }

  /// Whether it still has the answer to its question, if these are the components of which nothing
  /// has changed.
  func stands(with standing: [ComponentEvidence]) -> Bool {
    standing.count == pinned.releases.count
  }

  /// The components of which no file has changed since.
  func standing() -> [ComponentEvidence] {
    guard let folder = components.first?.stamps.folder else { return [] }
    let standing = LocalFile.opening(folder: folder) { folder in
      components.concurrentMap { $0.stamps.holds(from: folder) ? $0 : nil }
    }
    return standing?.compactMap(\.self) ?? []
  }
}
