import Git

extension TreePath {
  /// A path that the program itself spells.
  init(known text: String) {
    do {
      try self.init(text)
    } catch {
      preconditionFailure("'\(text)' is spelled in the program and must be a path: \(error)")
    }
  }

  /// The folders that the path lies in, the nearest first and without the root.
  var ancestors: [TreePath] {
    var folders: [TreePath] = []
    var path = parent
    while !path.isRoot {
      folders.append(path)
      path = path.parent
    }
    return folders
  }
}
