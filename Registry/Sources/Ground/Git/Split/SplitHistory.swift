package import Base

/// The histories of several folders, each as that of a repository of its own, found in one walk for
/// all of them.
///
/// A folder's commits are those that `git subtree split --prefix FOLDER` makes, with the same names,
/// but for histories in which a folder was removed: git puts commits of the whole repository there,
/// and here the folder's history continues when it is back. A folder that was moved to its place has
/// two histories: such a one, of its place alone, and the one that goes on where it was before.
///
/// With a ``SplitForm``, a commit has that form of the folder; with a ``SplitStart``, a folder's
/// history goes on from a commit that another repository has.
package struct SplitHistory: Sendable {
  private let folders: [TreePath]
  /// The commits that were walked, each behind its parents.
  private var sources: [Walked] = []
  private var places: [ObjectID: Int] = [:]
  /// A row has the commit of each folder's place, then those of the folders that were moved.
  private var rows: SplitRows
  private var commits = SplitCommits()
  /// In a row, by the number of the folder.
  private let following: [Int: Int]
  private let origins: [Arrival: Int]

  /// A commit of the repository, with the row of its split commits.
  private struct Walked {
    let id: ObjectID
    let tree: ObjectID
    let row: Int
    /// The other objects of the commit that the forms of folders depend on, such as the manifest.
    let surroundings: [ObjectID]
  }

  /// A commit that stands for all of a folder's own ones up to some commit.
  private struct Base {
    let column: Int
    /// In ``commits``.
    let place: Int
    /// The commit and all that lead to it.
    let history: Set<ObjectID>
  }

  /// How a folder came to its place.
  private struct Arrival: Hashable {
    let commit: ObjectID
    let parent: ObjectID
    let folder: Int
  }

  /// Walks from a commit to the beginning.
  ///
  /// - Precondition: The places of the moves are among the folders.
  /// - Parameters:
  ///   - starts: Those whose source does not lead to the tip do nothing.
  ///   - progress: Called now and then.
  /// - Throws: For a shallow clone, of which the beginning of history is missing.
  package init(
    of folders: [TreePath],
    following moves: Set<MovedFolder> = [],
    forming form: (any SplitForm)? = nil,
    after starts: [SplitStart] = [],
    from tip: ObjectID,
    in repository: borrowing Repository,
    progress: (_ walked: Int, _ all: Int) -> Void = { _, _ in }
  ) throws(OperationError) {
    if repository.isShallow {
      throw OperationError(
        .notFound,
        "the clone is shallow, and history cannot be split without its beginning",
        help: repository.helpForMissing
      )
    }
    self.folders = folders
    let numbers = Dictionary(zip(folders, folders.indices)) { first, _ in first }
    var origins: [Arrival: Int] = [:]
    for move in moves {
      guard let to = numbers[move.to], let from = numbers[move.from] else { continue }
      origins[Arrival(commit: move.commit, parent: move.parent, folder: to)] = from
    }
    self.origins = origins
    let moved = Set(origins.keys.map(\.folder)).sorted()
    following = Dictionary(
      uniqueKeysWithValues: zip(moved, folders.count..<(folders.count + moved.count))
    )
    rows = SplitRows(folders: folders.count + moved.count)
    let trie = FolderTrie(folders)
    var differences = TreeDifferences()
    let sources = try repository.splitSources(upTo: tip)
    let bases = bases(of: starts, numbers, sources)
    for (number, source) in sources.enumerated() {
      if number.isMultiple(of: 64) { progress(number, sources.count) }
      try add(source, trie, &differences, form, bases, in: repository)
    }
  }

  private mutating func bases(
    of starts: [SplitStart],
    _ numbers: [TreePath: Int],
    _ sources: [SplitSource]
  ) -> [Base] {
    if starts.isEmpty { return [] }
    let parents = Dictionary(sources.map { ($0.id, $0.parents) }) { first, _ in first }
    var histories: [ObjectID: Set<ObjectID>] = [:]
    var bases: [Base] = []
    for start in starts where parents[start.source] != nil {
      let history =
        histories[start.source]
        ?? Self.history(of: start.source, parents)
      histories[start.source] = history
      let place = commits.add(id: start.commit, tree: start.tree)
      for number in start.folders.compactMap({ numbers[$0] }) {
        for column in [number, following[number]].compactMap(\.self) {
          bases.append(Base(column: column, place: place, history: history))
        }
      }
    }
    return bases
  }

  private static func history(
    of commit: ObjectID,
    _ parents: [ObjectID: [ObjectID]]
  ) -> Set<ObjectID> {
    var (open, seen) = ([commit], Set([commit]))
    while let next = open.popLast() {
      for parent in parents[next] ?? [] where seen.insert(parent).inserted { open.append(parent) }
    }
    return seen
  }

  /// How many commits a row has.
  private var width: Int { folders.count + following.count }

  /// The folder's own commit at a commit of the repository; `nil` if it had none by then.
  package func commit(of folder: TreePath, at commit: ObjectID) -> ObjectID? {
    guard let number = folders.firstIndex(of: folder) else { return nil }
    return self.commit(in: following[number] ?? number, at: commit)
  }

  /// The same of the folder's place alone, without what was elsewhere before.
  package func commit(ofPlace folder: TreePath, at commit: ObjectID) -> ObjectID? {
    folders.firstIndex(of: folder).flatMap { self.commit(in: $0, at: commit) }
  }

  private func commit(in column: Int, at commit: ObjectID) -> ObjectID? {
    entry(in: column, at: commit)?.id
  }

  private func entry(in column: Int, at commit: ObjectID) -> SplitCommits.Entry? {
    guard let place = places[commit] else { return nil }
    let found = rows.commit(of: column, in: sources[place].row)
    return found < 0 ? nil : commits[found]
  }

  /// The tree of the folder's own commit at a commit of the repository.
  package func tree(of folder: TreePath, at commit: ObjectID) -> ObjectID? {
    guard let number = folders.firstIndex(of: folder) else { return nil }
    return entry(in: following[number] ?? number, at: commit)?.tree
  }

  /// Whether a commit of the repository was walked.
  package func has(_ source: ObjectID) -> Bool { places[source] != nil }

  /// Whether a commit is one of the split ones, or one that they start from.
  package func contains(_ commit: ObjectID) -> Bool { commits.place(of: commit) != nil }

  /// Whether a split commit is in the history of another one, which it itself is.
  package func isAncestor(_ ancestor: ObjectID, of descendant: ObjectID) -> Bool {
    guard let ancestor = commits.place(of: ancestor), let place = commits.place(of: descendant)
    else { return false }
    return commits.isAncestor(ancestor, of: place)
  }

  /// Stores the commits that lead to `tip` and to none of `known`, and those of the latter that
  /// they follow, as far as they are not starts.
  ///
  /// - Parameter form: That which the history was split with.
  package func write(
    _ tip: ObjectID,
    without known: [ObjectID],
    forming form: (any SplitForm)? = nil,
    in repository: borrowing Repository
  ) throws(OperationError) -> (commits: [ObjectID], ends: [ObjectID]) {
    guard let place = commits.place(of: tip) else { return ([], []) }
    let places = commits.history(of: place, without: known.compactMap(commits.place))
    let parents = Set(places.flatMap { commits[$0].parents.map(Int.init) })
    let ends = parents.subtracting(places).sorted()
    for place in ends + places {
      let entry = commits[place]
      guard let origin = entry.origin else { continue }
      let source = try repository.splitSource(origin.source)
      let body = source.body
      if let form {
        _ = try formed(folders[origin.folder], nil, by: form, in: source.tree, of: repository)
      }
      let parents = entry.parents.map { commits[Int($0)].id }
      let id = try repository.writeObject(body.commit(tree: entry.tree, parents: parents), .commit)
      guard id == entry.id else {
        throw OperationError(.corrupt, "the commit '\(origin.source)' was split into '\(id)'")
      }
    }
    return (places.map { commits[$0].id }, ends.map { commits[$0].id })
  }

  private mutating func add(
    _ source: SplitSource,
    _ trie: FolderTrie,
    _ differences: inout TreeDifferences,
    _ form: (any SplitForm)?,
    _ bases: [Base],
    in repository: borrowing Repository
  ) throws(OperationError) {
    let surroundings = try form?.surroundings(in: source.tree, of: repository) ?? []
    let parents = source.parents.compactMap { places[$0] }.map { sources[$0] }
    let (row, before) = (parents.first?.row ?? 0, parents.first?.tree)
    // By folder, the tree that it has now.
    var changed: [(folder: Int, tree: ObjectID?)] = []
    var merged: Set<Int> = []
    for other in parents.dropFirst() where other.row != row {
      merged.formUnion(rows.differences(row, other.row, folders: width))
    }
    if let first = parents.first, first.surroundings != surroundings {
      merged.formUnion(folders.indices)
    }
    if merged.isEmpty {
      try differences.changed(trie, before, source.tree, in: repository) { folder, tree in
        changed.append((folder, tree))
      }
    } else {
      for (folder, column) in following where merged.remove(column) != nil { merged.insert(folder) }
      var trees: [Int: ObjectID] = [:]
      try differences.changed(trie, nil, source.tree, in: repository) { folder, tree in
        trees[folder] = tree
      }
      try differences.changed(trie, before, source.tree, in: repository) { folder, _ in
        merged.insert(folder)
      }
      changed = merged.sorted().map { ($0, trees[$0]) }
    }
    var changes: [(folder: Int, commit: Int)] = []
    for (folder, raw) in changed {
      var tree = raw
      if let raw, let form {
        tree = try formed(folders[folder], raw, by: form, in: source.tree, of: repository)
      }
      for column in [folder, following[folder]].compactMap(\.self) {
        let found = parents.isEmpty ? [] : parents.map { commit(before: source, in: column, $0) }
        let known = found.filter { $0 >= 0 }
        if let tree {
          changes.append((column, copyOrSkip(source, folder, tree, known)))
        } else if let kept = known.first {
          changes.append((column, kept))
        }
      }
    }
    for base in bases where base.history.contains(source.id) {
      changes.removeAll { $0.folder == base.column }
      changes.append((base.column, base.place))
    }
    let new = rows.add(
      like: row,
      changing: changes.filter { rows.commit(of: $0.folder, in: row) != $0.commit }
    )
    places[source.id] = sources.count
    sources.append(
      Walked(id: source.id, tree: source.tree, row: new, surroundings: surroundings)
    )
  }

  /// - Parameter tree: The folder's own; `nil` for that of the commit.
  private func formed(
    _ folder: TreePath,
    _ tree: ObjectID?,
    by form: any SplitForm,
    in root: ObjectID,
    of repository: borrowing Repository
  ) throws(OperationError) -> ObjectID? {
    let own = if let tree { tree } else { try repository.tree(at: folder, in: root) }
    guard let tree = own else { return nil }
    return try form.tree(of: folder, tree, in: root, of: repository)
  }

  /// The commit of a folder that one comes from in a parent; negative for none.
  private func commit(
    before source: SplitSource,
    in column: Int,
    _ parent: Walked
  ) -> Int {
    let there = rows.commit(of: column, in: parent.row)
    guard column >= folders.count,
      let folder = following.first(where: { $0.value == column })?.key,
      let origin = origins[Arrival(commit: source.id, parent: parent.id, folder: folder)]
    else { return there }
    let before = rows.commit(of: following[origin] ?? origin, in: parent.row)
    return before < 0 ? there : before
  }

  /// The commit that `copy_or_skip` in git-subtree makes: one that changed nothing of the folder is
  /// not copied, unless it joins histories of which neither has the other.
  private mutating func copyOrSkip(
    _ source: SplitSource,
    _ folder: Int,
    _ tree: ObjectID,
    _ parents: [Int]
  ) -> Int {
    var unique: [Int] = []
    var identical: Int?
    var other: Int?
    var isJoin = false
    for parent in parents {
      if commits[parent].tree != tree {
        other = parent
      } else if let same = identical, same != parent {
        if commits.isAncestor(same, of: parent) {
          identical = parent
        } else if !commits.isAncestor(parent, of: same) {
          isJoin = true
        }
      } else {
        identical = parent
      }
      if !unique.contains(parent) { unique.append(parent) }
    }
    if let identical, !isJoin {
      guard let other, !commits.isAncestor(other, of: identical) else { return identical }
    }
    let text = source.body.commit(tree: tree, parents: unique.map { commits[$0].id })
    return commits.add(
      id: CommitBody.id(of: text),
      tree: tree,
      parents: unique,
      origin: SplitCommits.Origin(source: source.id, folder: folder)
    )
  }
}

/// A form of folders that their split commits have in place of the folders themselves.
package protocol SplitForm: AnyObject {
  /// The objects of a commit that forms depend on besides the folders: a commit with others may
  /// change the form of each folder.
  func surroundings(
    in root: ObjectID,
    of repository: borrowing Repository
  ) throws(OperationError) -> [ObjectID]

  /// Stores the form of a folder, which depends on nothing but the commit.
  func tree(
    of folder: TreePath,
    _ tree: ObjectID,
    in root: ObjectID,
    of repository: borrowing Repository
  ) throws(OperationError) -> ObjectID
}

/// A commit of another repository that a folder's history goes on from.
package struct SplitStart: Hashable, Sendable {
  /// Where the folder has been.
  package let folders: Set<TreePath>
  /// The commit of this repository that it stands for, with all that lead to it.
  package let source: ObjectID
  package let commit: ObjectID
  /// The form of the folder at the source, whatever files the commit has.
  package let tree: ObjectID

  package init(folders: Set<TreePath>, source: ObjectID, commit: ObjectID, tree: ObjectID) {
    (self.folders, self.source, self.commit, self.tree) = (folders, source, commit, tree)
  }
}

/// For each commit of a repository, the split commit of each folder, where neighbours share what is
/// the same for both.
struct SplitRows: Sendable {
  /// How many folders are changed together: a commit changes a few of hundreds.
  private static let width = 32

  private let chunksInRow: Int
  /// The split commits of ``width`` folders after the other, negative for none.
  private var chunks: [Int32]
  /// The chunks of each row.
  private var rows: [Int32]

  /// Row 0 has no split commits.
  init(folders: Int) {
    chunksInRow = (folders + Self.width - 1) / Self.width
    chunks = Array(repeating: -1, count: Self.width)
    rows = Array(repeating: 0, count: chunksInRow)
  }

  func commit(of folder: Int, in row: Int) -> Int {
    let chunk = Int(rows[row * chunksInRow + folder / Self.width])
    return Int(chunks[chunk * Self.width + folder % Self.width])
  }

  /// A row like another one but for some folders.
  mutating func add(like row: Int, changing changes: [(folder: Int, commit: Int)]) -> Int {
    if changes.isEmpty { return row }
    let start = rows.count
    // One by one: a slice of it would have the whole array copied.
    for place in 0..<chunksInRow { rows.append(rows[row * chunksInRow + place]) }
    var copied: Set<Int> = []
    for change in changes {
      let place = change.folder / Self.width
      if copied.insert(place).inserted {
        let chunk = Int(rows[start + place]) * Self.width
        rows[start + place] = Int32(chunks.count / Self.width)
        for place in chunk..<(chunk + Self.width) { chunks.append(chunks[place]) }
      }
      let chunk = Int(rows[start + place]) * Self.width
      chunks[chunk + change.folder % Self.width] = Int32(change.commit)
    }
    return start / chunksInRow
  }

  /// The folders of which two rows have different commits.
  func differences(_ left: Int, _ right: Int, folders: Int) -> [Int] {
    if left == right { return [] }
    var found: [Int] = []
    for place in 0..<chunksInRow
    where rows[left * chunksInRow + place] != rows[right * chunksInRow + place] {
      for folder in (place * Self.width)..<min((place + 1) * Self.width, folders)
      where commit(of: folder, in: left) != commit(of: folder, in: right) {
        found.append(folder)
      }
    }
    return found
  }
}

/// A commit that is to be split.
struct SplitSource {
  let id: ObjectID
  let tree: ObjectID
  let parents: [ObjectID]
  let body: CommitBody
}

extension Repository {
  /// The commits that lead to `tip`, each behind its parents.
  func splitSources(upTo tip: ObjectID) throws(OperationError) -> [SplitSource] {
    var sources: [SplitSource] = []
    var open: [ObjectID: SplitSource] = [:]
    var done: Set<ObjectID> = []
    var stack = [tip]
    while let id = stack.last {
      if done.contains(id) {
        stack.removeLast()
      } else if let source = open.removeValue(forKey: id) {
        // All that it comes from is done by now.
        stack.removeLast()
        done.insert(id)
        sources.append(source)
      } else {
        let source = try splitSource(id)
        open[id] = source
        for parent in source.parents.reversed() where !done.contains(parent) {
          stack.append(parent)
        }
      }
    }
    return sources
  }

  func splitSource(_ id: ObjectID) throws(OperationError) -> SplitSource {
    let read = try unsafe withUnverifiedObject(id, .commit) { (bytes) throws(OperationError) in
      unsafe (RawCommit(bytes), CommitBody(of: bytes))
    }
    guard let raw = read.0 else { throw OperationError(.corrupt, "the commit '\(id)' is damaged") }
    let body = if let body = read.1 { body } else { try CommitBody(commit(id)) }
    return SplitSource(id: id, tree: raw.tree, parents: raw.parents, body: body)
  }
}

extension TreeDifferences {
  /// Calls `body` for each of the folders of which another tree, or none, is in the new tree, with
  /// that tree.
  mutating func changed(
    _ folders: FolderTrie,
    _ old: ObjectID?,
    _ new: ObjectID?,
    in repository: borrowing Repository,
    _ body: (Int, ObjectID?) -> Void
  ) throws(OperationError) {
    guard old != new else { return }
    if let number = folders.mark { body(number, new) }
    guard !folders.children.isEmpty else { return }
    let pair = Pair(old: old ?? .emptyTree, new: new ?? .emptyTree)
    // A folder that a file took the place of is two differences of one name.
    var sides: [[UInt8]: (old: ObjectID?, new: ObjectID?)] = [:]
    for difference in try compare(pair, in: repository)
    where folders.children[difference.name] != nil {
      var side = sides[difference.name] ?? (nil, nil)
      if let old = difference.old, old.isTree { side.old = old.id }
      if let new = difference.new, new.isTree { side.new = new.id }
      sides[difference.name] = side
    }
    for (name, side) in sides {
      guard let child = folders.children[name] else { continue }
      try changed(child, side.old, side.new, in: repository, body)
    }
  }
}

/// The commits that splitting has made, with the shape of their histories.
struct SplitCommits: Sendable {
  /// The commit of the monorepo, and the folder in it, that a commit was made from.
  struct Origin: Sendable {
    let source: ObjectID
    let folder: Int
  }

  struct Entry: Sendable {
    let id: ObjectID
    let tree: ObjectID
    let parents: [Int32]
    /// `nil` for a commit of another repository.
    let origin: Origin?
    /// Greater than that of all commits that it comes from.
    let generation: Int32
  }

  private var entries: [Entry] = []
  private var places: [ObjectID: Int] = [:]

  subscript(place: Int) -> Entry { entries[place] }

  func place(of id: ObjectID) -> Int? { places[id] }

  mutating func add(
    id: ObjectID,
    tree: ObjectID,
    parents: [Int] = [],
    origin: Origin? = nil
  ) -> Int {
    let generation = parents.map { entries[$0].generation }.max() ?? 0
    places[id] = entries.count
    entries.append(
      Entry(
        id: id,
        tree: tree,
        parents: parents.map(Int32.init),
        origin: origin,
        generation: generation + 1
      )
    )
    return entries.count - 1
  }

  /// Whether a commit is in the history of another one, which it itself is.
  func isAncestor(_ ancestor: Int, of descendant: Int) -> Bool {
    let least = entries[ancestor].generation
    var pending = [descendant]
    var seen: Set<Int> = []
    while let place = pending.popLast() {
      if place == ancestor { return true }
      for parent in entries[place].parents
      where entries[Int(parent)].generation >= least && seen.insert(Int(parent)).inserted {
        pending.append(Int(parent))
      }
    }
    return false
  }

  /// The commits that lead to `tip` and to none of `known`, oldest first.
  func history(of tip: Int, without known: [Int]) -> [Int] {
    var seen = Set(known)
    var pending = known
    while let place = pending.popLast() {
      for parent in entries[place].parents where seen.insert(Int(parent)).inserted {
        pending.append(Int(parent))
      }
    }
    var found: [Int] = []
    pending = seen.insert(tip).inserted ? [tip] : []
    while let place = pending.popLast() {
      found.append(place)
      for parent in entries[place].parents where seen.insert(Int(parent)).inserted {
        pending.append(Int(parent))
      }
    }
    // A commit is added behind its parents.
    return found.sorted()
  }
}

/// The content of a commit without its tree, its parents and what belongs to it alone, such as a
/// signature.
struct CommitBody: Sendable {
  /// From `author` on.
  private let bytes: [UInt8]

  /// - Returns: `nil` for bytes that are not a commit's, or in an encoding of their own.
  init?(of commit: UnsafeRawBufferPointer) {
    guard let body = unsafe CommitHead(commit).body else { return nil }
    bytes = body
  }

  /// The same of a commit in any encoding.
  init(_ commit: Commit) throws(OperationError) {
    let author = try commit.author.line()
    let committer = try commit.committer.line()
    bytes = Array("author \(author)\ncommitter \(committer)\n\n\(commit.message)".utf8)
  }

  /// A whole commit with another tree and other parents.
  func commit(tree: ObjectID, parents: [ObjectID]) -> [UInt8] {
    let head = "tree \(tree)\n" + parents.map { "parent \($0)\n" }.joined()
    return Array(head.utf8) + bytes
  }

  static func id(of commit: [UInt8]) -> ObjectID {
    Repository.objectID(of: commit, as: .commit)
  }
}
