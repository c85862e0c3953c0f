import Errors
import Git
import Workspace

extension Write {
  /// Checks the result in the repository, opened again.
  func readBack(_ note: WriteNote, _ derivation: Derivation, at directory: String) throws {
    let repository = try Repository.open(at: directory)
    guard let tip = try repository.resolve(note.branch),
      try repository.isAncestor(note.to, of: tip)
    else { throw lost("the branch '\(note.branch)' does not point to it") }
    let tree = try repository.commit(note.to).tree
    for file in plan.files {
      guard let entry = try repository.entry(at: file.path, in: tree),
        try repository.blob(entry.id) == file.new
      else { throw lost("'\(file.path)' has different content") }
    }
    if let folder = plan.folder,
      try repository.entry(at: folder.path, in: tree)?.id != folder.tree
    {
      throw lost("'\(folder.path)' has different content")
    }
    for tag in note.newTags where try repository.resolve(tag.reference) != tag.id {
      throw lost("the tag '\(tag.name)' points elsewhere")
    }
    for tag in note.oldTags where try repository.reference(tag.reference) != nil {
      throw lost("the tag '\(tag.name)' is still there")
    }
    guard !note.movesBranch || base.isCheckedOut else { return }
    if let path = try derivation.unfinished(in: repository).first {
      throw lost("the index has the old '\(path)'")
    }
  }

  private func lost(_ message: String) -> OperationError {
    OperationError(.notFinished, "read back, \(message)")
  }
}
