package import Base

/// A folder of files with an index, which the git program reads and changes.
///
/// What git's configuration and attributes decide (which files have changed, filters, ends of lines,
/// sparse checkouts, the formats of the index) is asked of git itself.
package struct WorkTree: Sendable {
  /// The folder of the files.
  package let path: String
  /// The git directory, whose index is that of the files.
  package let gitDirectory: String
  /// Settings that take precedence over git's configuration, as `KEY=VALUE`.
  var settings: [String]

  /// The working files of a repository.
  ///
  /// - Throws: ``OperationError/Code/bareRepository`` if there are none.
  package init(of repository: borrowing Repository) throws(OperationError) {
    guard let path = repository.workingDirectory else {
      throw OperationError(.bareRepository, "a bare repository has no working files")
    }
    self.path = path
    gitDirectory = repository.gitDirectory
    settings = []
  }

  init(path: String, gitDirectory: String, settings: [String]) {
    (self.path, self.gitDirectory, self.settings) = (path, gitDirectory, settings)
  }

  var index: String { "\(gitDirectory)/index" }

  /// As many as a command line is given: git compares each file with each path, and looks at all files
  /// in less time where there are more.
  static let mostPaths = 32
  /// Git prints nothing while it checks out files, and a filter may download them.
  private static let limit = Duration.seconds(3600)

  /// Runs git, and returns its standard output and standard error.
  ///
  /// - Parameters:
  ///   - index: Another one than the work tree's own.
  ///   - input: Its standard input; it then also fails if a filter does.
  /// - Throws: ``OperationError/Code/gitFailed`` with what git prints, if it fails.
  @discardableResult
  func git(
    _ arguments: [String],
    index: String? = nil,
    input: [UInt8]? = nil
  ) throws(OperationError) -> ToolProcess.UnattendedOutcome {
    let outcome = try program(index).run(arguments, input: input, limit: Self.limit)
    let isUnfiltered = input != nil && GitProgram.tellsOfFilter(outcome.errors)
    guard outcome.status == 0, !isUnfiltered else {
      throw GitProgram.failure(arguments, outcome.errors)
    }
    return outcome
  }

  /// The same, whatever the exit status is.
  func run(
    _ arguments: [String],
    index: String? = nil
  ) throws(OperationError) -> ToolProcess.UnattendedOutcome {
    try program(index).run(arguments, limit: Self.limit)
  }

  func program(_ index: String?) -> GitProgram {
    var program = GitProgram(gitDirectory: gitDirectory)
    (program.folder, program.workTree, program.settings) = (path, path, settings)
    program.environment = [
      "GIT_INDEX_FILE": index ?? self.index,
      "GIT_LITERAL_PATHSPECS": "1",
      // What only reads writes nothing.
      "GIT_OPTIONAL_LOCKS": "0",
    ]
    return program
  }
}

extension String {
  /// The parts between NUL bytes, as git's `-z` prints them.
  var parts: [Substring] {
    utf8.split(separator: 0).map(Substring.init)
  }
}

/// The content of working files beside their blobs, with all conversions that git's attributes and
/// configuration ask for: ends of lines, `$Id$`, encodings and filter programs.
extension WorkTree {
  /// The bytes of the working files that git would write for blobs, in their order.
  package func contents(of files: [(path: TreePath, entry: IndexUpdate.Entry)]) throws -> [[UInt8]]
  {
    guard !files.isEmpty else { return [] }
    let folder = try TemporaryFolder()
    // Attributes of files that a sparse checkout leaves out are in the index.
    let copy = "\(folder.path)/index"
    if let content = try LocalFile.read(index) { try LocalFile.update(copy, to: content) }
    try putEntries(
      files.map { IndexUpdate($0.path, $0.entry) },
      into: copy,
      settings: ["core.splitIndex=false"]
    )
    try git(
      ["checkout-index", "--prefix=\(folder.path)/files/", "-z", "--stdin"],
      index: copy,
      input: Array(files.map { "\($0.path)\0" }.joined().utf8)
    )
    return try files.map { file in
      guard let content = try LocalFile.read("\(folder.path)/files/\(file.path)") else {
        throw OperationError(.gitFailed, "'git checkout-index' did not write '\(file.path)'")
      }
      return content
    }
  }

  /// Whether the working file is what git would write for the blob.
  package func isUnchanged(_ path: TreePath, from id: ObjectID) throws -> Bool {
    let file = "\(self.path)/\(path)"
    guard let content = try LocalFile.read(file) else { return false }
    if Repository.blobID(of: content) == id { return true }
    let output = try git(["hash-object", "--path=\(path)", "--", file]).output
    return output == "\(id.hex)\n"
  }
}

/// The index, in whatever format git's configuration has it.
extension WorkTree {
  /// The state in the index of each of `paths`.
  package func indexStates(of paths: [TreePath]) throws -> [TreePath: IndexState] {
    var states = Dictionary(paths.map { ($0, IndexState.absent) }) { first, _ in first }
    guard !states.isEmpty else { return [:] }
    let named = states.count <= Self.mostPaths ? states.keys.map(\.string) : []
    // `MODE ID STAGE`, then a tab and the path.
    for line in try git(["ls-files", "--stage", "-z", "--"] + named).output.parts {
      guard let tab = line.utf8.firstIndex(of: UInt8(ascii: "\t")) else { continue }
      let path = TreePath(unchecked: String(line[line.utf8.index(after: tab)...]))
      guard states[path] != nil else { continue }
      let fields = line[..<tab].split(separator: " ")
      guard fields.count == 3, let mode = FileMode(octal: fields[0]) else {
        throw OperationError(.corrupt, "the index has an unknown mode for '\(path)'")
      }
      states[path] =
        fields[2] == "0" ? .entry(mode, try ObjectID(hex: fields[1])) : .conflicted
    }
    return states
  }

  /// The state of a path in the index.
  package func indexState(of path: TreePath) throws -> IndexState {
    try indexStates(of: [path])[path] ?? .absent
  }

  /// Changes the index at these paths and nowhere else: whatever is staged elsewhere stays staged.
  ///
  /// Git changes a copy, which replaces the index in one step, because the lock is held for longer than
  /// one git runs.
  package func updateIndex(
    _ updates: [IndexUpdate],
    holding lock: borrowing IndexLock
  ) throws {
    try lock.prepareCopy()
    try putEntries(updates, into: lock.copyPath)
    // Only so that git need not compare content later: a filter may fail here, for another file.
    try? hidden.refresh(lock.copyPath)
    try lock.replaceIndex()
  }

  /// Has an index know the sizes and times of files that are as it has them, whose content is compared
  /// if they were touched.
  func refresh(_ index: String) throws(OperationError) {
    let arguments = ["update-index", "--unmerged", "--ignore-submodules", "--refresh"]
    let outcome = try run(arguments, index: index)
    // 1 if there are files that are not.
    guard outcome.status <= 1 else { throw GitProgram.failure(arguments, outcome.errors) }
  }

  /// - Parameters:
  ///   - index: One that no other git knows, and that is no index of its own to a hook or a daemon.
  ///   - settings: As those of the work tree.
  func putEntries(
    _ updates: [IndexUpdate],
    into index: String,
    settings: [String] = []
  ) throws {
    let entries = updates.map { update in
      let (mode, id) = update.entry.map { ($0.mode.octal, $0.id) } ?? ("0", .zero)
      return "\(mode) \(id.hex)\t\(update.path)\0"
    }
    var files = hidden
    files.settings += settings
    try files.git(
      ["update-index", "-z", "--index-info"],
      index: index,
      input: Array(entries.joined().utf8)
    )
  }

  private var hidden: WorkTree {
    var files = self
    files.settings += ["core.fsmonitor=false", "core.hooksPath=/dev/null"]
    return files
  }
}

/// Queries about git's ignore rules and attributes, for files here or at other places.
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

  /// The uncommitted files below each of `paths`, in their order.
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

/// The status of one file, compared with the newest commit.
package struct FileStatus: Hashable, Sendable {
  /// The path from the root of the working tree.
  package let path: String
  /// The change between the newest commit and the index.
  package let staged: Change?
  /// The change between the index and the file.
  package let unstaged: Change?
  /// A merge left several versions of it.
  package let isConflicted: Bool

  /// A change of one file between two of the three states.
  package enum Change: Hashable, Sendable {
    case added
    case modified
    case removed
    /// A file became a link, or a link a file.
    case typeChanged
    case untracked
  }
}
