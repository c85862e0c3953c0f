import Base

/// What git's ignore rules and attributes say of files, here or at other places.
extension WorkTree {
  /// The files below folders that git ignores.
  package func ignoredFiles(in folders: [TreePath]) throws -> [TreePath] {
    guard !folders.isEmpty else { return [] }
    let arguments = ["ls-files", "--others", "--ignored", "--exclude-standard", "-z", "--"]
    return try git(arguments + folders.map(\.string)).output.parts
      .map { TreePath(unchecked: String($0)) }
  }

  /// Whether git ignores a folder, so that files which are added there later are not committed.
  package func ignores(_ folder: TreePath) throws -> Bool {
    try checkIgnore(["--no-index", "--", "\(folder)/"])
  }

  /// Whether git ignores a file and does not track it, so that `git add` passes over it.
  ///
  /// - Parameter path: Absolute.
  package func ignoresFile(at path: String) throws -> Bool {
    try checkIgnore(["--", path])
  }

  private func checkIgnore(_ arguments: [String]) throws -> Bool {
    var program = program(nil)
    // It takes paths, and refuses to be told so.
    program.environment["GIT_LITERAL_PATHSPECS"] = nil
    let outcome = try program.run(["check-ignore", "--quiet"] + arguments, limit: .seconds(600))
    return outcome.status == 0
  }

  /// The folders that git ignores as a whole.
  package func ignoredFolders() throws -> [TreePath] {
    let arguments = [
      "ls-files", "--others", "--ignored", "--exclude-standard", "--directory", "-z",
    ]
    return try git(arguments).output.parts.filter { $0.hasSuffix("/") }
      .map { TreePath(unchecked: String($0.dropLast())) }
  }

  /// The attributes of files, each as `name: value`.
  package func attributes(of files: [TreePath]) throws -> [TreePath: [String]] {
    guard !files.isEmpty else { return [:] }
    let output = try git(
      ["check-attr", "-z", "--all", "--stdin"],
      input: Array(files.map { "\($0)\0" }.joined().utf8)
    ).output
    // Path, name and value, each with a NUL byte behind it.
    let parts = output.utf8.split(separator: 0, omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    var attributes: [TreePath: [String]] = [:]
    for start in stride(from: 0, to: parts.count - 2, by: 3) {
      attributes[TreePath(unchecked: parts[start]), default: []]
        .append("\(parts[start + 1]): \(parts[start + 2])")
    }
    return attributes
  }

  /// Lends a folder with the same git directory that has nothing but some files.
  ///
  /// - Parameters:
  ///   - files: Those that rules are read from, with their content.
  ///   - others: Those that rules are asked about.
  package func withRules<Result>(
    _ files: [TreePath: [UInt8]],
    for others: [TreePath],
    _ body: (WorkTree) throws -> Result
  ) throws -> Result {
    let scratch = try TemporaryFolder()
    let root = try LocalFile.realPath(scratch.path)
    for (path, content) in files.merging(others.map { ($0, []) }, uniquingKeysWith: { $1 }) {
      let file = "\(root)/\(path)"
      try LocalFile.makeDirectories(LocalFile.parent(of: file))
      try LocalFile.fill(file, with: content)
    }
    return try body(WorkTree(path: root, gitDirectory: gitDirectory, settings: settings))
  }

  /// The files that git neither tracks nor ignores.
  package func untrackedFiles() throws -> [TreePath] {
    try git(["ls-files", "--others", "--exclude-standard", "-z"]).output.parts
      .map { TreePath(unchecked: String($0)) }
  }
}
