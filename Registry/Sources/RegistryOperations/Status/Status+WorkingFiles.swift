import Git

extension Status {
  /// How many files of each subject differ from what is committed.
  func uncommittedFiles(
    of subjects: [StatusSubject],
    in workspace: borrowing Workspace
  ) throws(OperationError) -> [Int] {
    var counts = subjects.map { _ in 0 }
    guard !workspace.repository.isBare, !subjects.isEmpty else { return counts }
    let files = try unifyingErrors {
      try workspace.repository.status(of: subjects.map(\.path))
    }
    let indices = Dictionary(
      uniqueKeysWithValues: subjects.enumerated().map {
        ($1.path.string[...], $0)
      }
    )
    for file in files {
      // Components may nest: a file counts for each that it lies in.
      var end = file.path.endIndex
      while let slash = file.path.utf8[..<end].lastIndex(of: UInt8(ascii: "/")) {
        if let index = indices[file.path[..<slash]] { counts[index] += 1 }
        end = slash
      }
      if let index = indices[file.path[...]] { counts[index] += 1 }
    }
    return counts
  }
}
