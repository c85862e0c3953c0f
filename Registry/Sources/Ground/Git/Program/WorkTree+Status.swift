import Base

extension WorkTree {
  /// The uncommitted changes below `paths`, in the order of the names; everywhere if none is given.
  ///
  /// Ignored files are no change, nor are files that a sparse checkout leaves out.
  package func status(of paths: [TreePath] = []) throws -> [FileStatus] {
    let isPartial = !paths.isEmpty && !paths.contains(.root)
    let named = isPartial && paths.count <= Self.mostPaths ? paths.map(\.string) : []
    let arguments = [
      "status", "--porcelain=v2", "-z", "--untracked-files=all", "--no-renames", "--",
    ]
    // By bytes: two spellings of one name are two files.
    var byPath: [TreePath: FileStatus] = [:]
    for file in try git(arguments + named).output.parts.compactMap(FileStatus.init(porcelain:)) {
      // A file that is there and is removed from the index comes twice.
      let path = TreePath(unchecked: file.path)
      let other = byPath[path]
      byPath[path] = FileStatus(
        path: file.path,
        staged: other?.staged ?? file.staged,
        unstaged: file.unstaged ?? other?.unstaged,
        isConflicted: file.isConflicted || other?.isConflicted == true
      )
    }
    let files = byPath.values
      .sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    guard isPartial, named.isEmpty else { return files }
    let folders = Set(paths)
    return files.filter { $0.treePath.andAncestors.contains(where: folders.contains) }
  }

  /// What is not committed below each of `paths`, in their order.
  ///
  /// Paths may contain each other: a file counts for each path that contains it.
  package func statuses(below paths: [TreePath]) throws -> [[FileStatus]] {
    var statuses = paths.map { _ in [FileStatus]() }
    // An empty list of paths would mean all paths.
    guard !paths.isEmpty else { return statuses }
    var indices: [TreePath: [Int]] = [:]
    for (index, path) in paths.enumerated() { indices[path, default: []].append(index) }
    for file in try status(of: paths) {
      for place in file.treePath.andAncestors {
        for index in indices[place] ?? [] { statuses[index].append(file) }
      }
    }
    return statuses
  }
}

extension FileStatus {
  /// An entry of `git status --porcelain=v2 -z`; `nil` for a header.
  fileprivate init?(porcelain entry: Substring) {
    // The number of fields before the path, by the kind of the entry.
    let before = ["1": 8, "u": 10, "?": 1]
    guard let count = entry.first.flatMap({ before[String($0)] }) else { return nil }
    let fields = entry.utf8.split(separator: UInt8(ascii: " "), maxSplits: count)
      .map(Substring.init)
    guard fields.count == count + 1 else { return nil }
    let path = String(fields[count])
    switch fields[0] {
    case "?":
      self.init(path: path, staged: nil, unstaged: .untracked, isConflicted: false)
    case "u":
      self.init(path: path, staged: nil, unstaged: nil, isConflicted: true)
    default:
      let letters = Array(fields[1])
      guard letters.count == 2 else { return nil }
      self.init(
        path: path,
        staged: Change(letter: letters[0]),
        unstaged: Change(letter: letters[1]),
        isConflicted: false
      )
    }
  }

  /// A repository within this one is given with a slash behind its name.
  fileprivate var treePath: TreePath {
    path.utf8.last == UInt8(ascii: "/")
      ? TreePath(unchecked: String(path.utf8.dropLast()) ?? path) : TreePath(unchecked: path)
  }
}

extension FileStatus.Change {
  fileprivate init?(letter: Character) {
    switch letter {
    case "A": self = .added
    case "M": self = .modified
    case "D": self = .removed
    case "T": self = .typeChanged
    default: return nil
    }
  }
}
