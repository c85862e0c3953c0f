import Base
import Git

extension Derivation {
  /// Renames the folder, so that its files keep their bytes and times, and untracked files move
  /// with it; unless another git has undone the move since.
  func makeMove(
    _ move: FolderMove,
    below root: String,
    _ repository: borrowing Repository,
    _ failures: FailureInjection
  ) throws {
    let target = try repository.commit(tip).tree
    guard try repository.entry(at: move.from, in: target) == nil,
      try repository.entry(at: move.to, in: target)?.mode == .tree
    else { return }
    let (old, new) = ("\(root)/\(move.from)", "\(root)/\(move.to)")
    guard LocalFile.kind(at: old) == .directory else { return }
    let (left, entered) = (LocalFile.parent(of: old), LocalFile.parent(of: new))
    try LocalFile.makeDirectories(entered)
    try LocalFile.moveFolder(old, to: new)
    try LocalFile.sync(all: Set([left, entered]))
    LocalFile.removeEmptyDirectories(from: left, below: root)
    try failures(.folderMoved)
  }
}
