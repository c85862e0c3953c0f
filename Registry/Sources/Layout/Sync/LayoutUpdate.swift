import Files
package import Git
package import GitValues
import Workspace
package import Writing

/// Changes a checkout to another tree: writes the files that differ, removes those that are gone,
/// and leaves all others.
///
/// The id of the tree is noted outside of it before the first file moves, so that the next run
/// detects and completes an interrupted one.
package struct LayoutUpdate {
  package let layout: ScaffoldLayout
  package let tree: ObjectID
  /// The folders in which there may be no submodule.
  var sealed: [TreePath] = [.root]
  /// Whether edits in the checkout may be overwritten.
  package let discardsEdits: Bool
  package let context: WriteContext
  /// The links to files of the working tree that are made in it.
  var links: LayoutLinks?
  /// Called right before the first file moves; throws to leave everything unchanged.
  var finalCheck: @Sendable () throws -> Void = {}

  package init(
    layout: ScaffoldLayout,
    tree: ObjectID,
    sealed: [TreePath] = [.root],
    discardsEdits: Bool,
    context: WriteContext,
    finalCheck: @escaping @Sendable () throws -> Void = {}
  ) {
    self.layout = layout
    self.tree = tree
    self.sealed = sealed
    self.discardsEdits = discardsEdits
    self.context = context
    self.finalCheck = finalCheck
  }

  package struct Outcome: Equatable {
    var written = 0
    var removed = 0
    /// Files in the tree that are not part of it, sorted.
    var strays: [TreePath] = []
    /// The submodules that were not checked out before, sorted.
    var submodules: [TreePath] = []
    /// Notes about the links to files of the working tree.
    var linkNotes: [String] = []
  }

  /// Whether the checkout is complete, without other files.
  func isDone() throws -> Bool {
    guard LocalFile.kind(at: layout.pending) == nil, let record = try record(),
      record.tree == tree, record.isSettled, try links?.isDone() ?? true
    else { return false }
    return record.doubts(in: layout.tree).isEmpty
  }

  package func run(in repository: borrowing Repository) throws -> Outcome {
    try links?.removeOutdated(from: tree, in: repository)
    var outcome = try checkOut(in: repository)
    outcome.linkNotes = try links?.make() ?? []
    return outcome
  }

  private func checkOut(in repository: borrowing Repository) throws -> Outcome {
    try LocalFile.removeAll(layout.staging)
    if LocalFile.kind(at: layout.tree) == nil { return try layOut(in: repository) }
    let began = context.fileClock()
    let known = try known()
    let (record, doubts) = known ?? (.empty, [LayoutFolder(path: .root, stamp: nil, entries: [])])
    let pending: LayoutDifference?
    do {
      pending = try self.pending(beside: record, in: repository)
    } catch  where discardsEdits {
      // The tree was never stored, or is gone: the folder may contain anything.
      try LocalFile.removeAll(layout.tree)
      return try layOut(in: repository)
    }
    if doubts.isEmpty, record.tree == tree, pending == nil { return Outcome() }
    if record.tree != tree { context.progress("reading the tree") }
    // All names are checked here, before the first byte is written.
    let difference = try LayoutDifference(from: record, to: tree, in: repository)
    let submodules = try newSubmodules(in: difference)
    let survey = LayoutSurvey(layout: layout, record: record, doubts: doubts, pending: pending)
    let strayCount = discardsEdits ? try removeStrays(beside: survey) : 0
    let work = try LayoutWork(survey.findings(for: difference))
    if !discardsEdits { try refuse(work.edited, isKnown: known != nil || pending != nil) }
    let result = LayoutResult(
      survey: survey,
      difference: difference,
      work: work,
      tree: tree,
      links: links
    )
    let (new, strays) = try update(work, result, began, in: repository)
    try end(new)
    return Outcome(
      written: work.written.count,
      removed: work.removed.count + strayCount,
      strays: strays,
      submodules: submodules
    )
  }

  /// Records the checkout, if it has changed.
  func end(_ record: LayoutRecord?) throws {
    if let record {
      try StagedReplacement(path: layout.record, staging: "\(layout.record).new")
        .replace(with: record.bytes)
    }
    try context.failures(.layoutRecorded)
    try LocalFile.remove(layout.pending)
    try LocalFile.removeAll(layout.staging)
  }

  private func record() throws -> LayoutRecord? {
    try LocalFile.read(layout.record).flatMap(LayoutRecord.init(reading:))
  }

  /// The last checkout, with the folders that are not proved unchanged; `nil` if there is no valid
  /// record.
  private func known() throws -> (LayoutRecord, [LayoutFolder])? {
    guard let record = try record() else { return nil }
    let numbers = record.doubts(in: layout.tree)
    let doubts = numbers.compactMap(record.folder)
    return doubts.count == numbers.count ? (record, doubts) : nil
  }

  /// The changes of an interrupted run.
  private func pending(
    beside record: LayoutRecord,
    in repository: borrowing Repository
  ) throws -> LayoutDifference? {
    guard let content = try LocalFile.read(layout.pending) else { return nil }
    let name = String(decoding: content.dropLast(), as: UTF8.self)
    do {
      return try LayoutDifference(from: record, to: ObjectID(hex: name), in: repository)
    } catch {
      throw OperationError(
        .editedTree,
        "an interrupted run was checking out the tree '\(name)', which cannot be read: \(error)",
        help: "remove '\(layout.tree)' and '\(layout.pending)', then run this again"
      )
    }
  }

  func newSubmodules(in difference: LayoutDifference) throws -> [TreePath] {
    let paths = difference.files.filter { change in
      change.new?.mode == .submodule && change.old?.item.mode != .submodule
    }.map(\.path)
    for path in paths where sealed.contains(where: path.isInside) {
      throw GitError.submodule(path, of: tree)
    }
    return paths
  }

  /// Files of the last run and of an interrupted one are not strays.
  ///
  /// - Returns: The number of removed files.
  private func removeStrays(beside survey: LayoutSurvey) throws -> Int {
    var known = Set(survey.doubts.lazy.flatMap(\.entries).map(\.item.path))
    known.formUnion(links?.paths ?? [])
    known.formUnion(survey.pending?.folders.flatMap(\.items).map(\.path) ?? [])
    var strays = LayoutStrays(in: layout.tree, beside: known)
    for folder in survey.doubts { _ = try strays.look(in: folder.path) }
    for path in strays.paths {
      let place = "\(layout.tree)/\(path)"
      try LocalFile.remove(place)
      LocalFile.removeEmptyDirectories(from: LocalFile.parent(of: place), below: layout.tree)
    }
    return strays.paths.count
  }

  /// - Parameter isKnown: Whether there is a record of the checkout.
  private func refuse(_ edited: [TreePath], isKnown: Bool) throws(OperationError) {
    guard let first = edited.first else { return }
    let others = edited.count > 1 ? " and \(edited.count - 1) more" : ""
    guard isKnown else {
      throw OperationError(
        .editedTree,
        "the record of the checkout in '\(layout.tree)' is missing, and '\(first)'\(others)"
          + " \(edited.count > 1 ? "differ" : "differs") from the tree to check out",
        help: "copy any changes of your own to the working tree, then use '--discard-edits' to"
          + " check out all files again"
      )
    }
    throw OperationError(
      .editedTree,
      "'\(layout.tree)/\(first)'\(others) \(edited.count > 1 ? "were" : "was") changed after it"
        + " was checked out",
      help: "copy the change to the working tree and commit it there, then use '--discard-edits'"
        + " to overwrite it here"
    )
  }
}
