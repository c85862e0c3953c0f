import Base
import Git

/// Checks that the files of a write can be put in place: behind the commit point it would be too
/// late, and every later write would meet the same.
///
/// Git's status says nothing of what it ignores, of empty folders, and of what is in place of the
/// folders of a new file.
struct WritePlaces {
  let plan: WritePlan
  let base: WriteBase

  func check(in repository: borrowing Repository) throws {
    guard base.isCheckedOut, plan.movesBranch, let root = repository.workingDirectory else {
      return
    }
    var files = try plan.changedFiles(from: base.tree, in: repository)
    if let folder = plan.folder { files += folder.files.map { folder.path.appending($0.path) } }
    var folders: Set<TreePath> = []
    for file in files {
      // A file of a folder that moves is still in its old place.
      let place = plan.moves.map(\.folder).origin(of: file) ?? file
      folders.formUnion(place.ancestors)
      guard let kind = LocalFile.kind(at: "\(root)/\(place)"),
        try repository.entry(at: place, in: base.tree) == nil
      else { continue }
      throw Self.taken(place, by: kind, "nothing in the place of a new file")
    }
    for move in plan.moves {
      folders.formUnion(move.folder.from.ancestors + move.folder.to.ancestors)
    }
    for folder in folders.sorted() {
      let path = "\(root)/\(folder)"
      guard let kind = LocalFile.kind(at: path) else { continue }
      if kind == .directory {
        guard LocalFile.isWritable(path) else { throw Self.readOnly(folder) }
        // What git tracks there is a file that gives way to a folder.
      } else if try [nil, .tree].contains(repository.entry(at: folder, in: base.tree)?.mode) {
        throw Self.taken(folder, by: kind, "a folder")
      }
    }
    if !files.isEmpty, !LocalFile.isWritable(root) { throw Self.readOnly(.root) }
  }

  private static func taken(
    _ path: TreePath,
    by kind: LocalFile.Kind,
    _ expected: String
  ) -> OperationError {
    OperationError(
      .pathTaken,
      "'\(path)' is \(kind.rawValue) that git does not track, expected \(expected)",
      help: "move it out of the way"
    )
  }

  private static func readOnly(_ path: TreePath) -> OperationError {
    OperationError(
      .inputOutput,
      "the folder '\(path)' cannot be written to",
      help: "check its permissions"
    )
  }
}
