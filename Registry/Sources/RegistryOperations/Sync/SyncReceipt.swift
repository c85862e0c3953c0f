import Dispatch
import Git
import RegistryModel
import Synchronization

/// What a run came to that had nothing to do, with the stamps of all files that this depends on: as
/// long as these hold, the same question has the same answer.
struct SyncReceipt {
  let question: Question
  let pinned: PinnedTree
  let stamps: [StampList]

  /// What the answer follows from, beside the files that have stamps.
  struct Question: Equatable {
    /// The commit that the branch is at.
    let commit: ObjectID
    let manifestPath: TreePath
    /// As it was asked for.
    let scaffold: String?
  }

  /// Whether nothing has changed since.
  func holds() -> Bool {
    let hasChanged = Atomic(false)
    DispatchQueue.concurrentPerform(iterations: stamps.count) { number in
      guard !hasChanged.load(ordering: .relaxed), !stamps[number].holds() else { return }
      hasChanged.store(true, ordering: .relaxed)
    }
    return !hasChanged.load(ordering: .relaxed)
  }
}
