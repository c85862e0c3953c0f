import Git

/// Brings what is laid out to a tree: writes the files that differ, takes away those that went, and
/// touches no other.
///
/// The name of the tree is noted outside of it before the first file moves, so that a run that was
/// interrupted is noticed and finished by the next.
struct LayoutUpdate {
  let layout: ScaffoldLayout
  let tree: ObjectID
  /// Whether a person's changes in the laid-out tree may be overwritten.
  let discardsEdits: Bool
  let context: WriteContext

  struct Outcome: Equatable {
    var written = 0
    var removed = 0
    /// What stands in the tree and was not laid out.
    var strays: [TreePath] = []
  }

  func run(in repository: borrowing Repository) throws -> Outcome {
    let record = try LocalFile.read(layout.record).flatMap(LayoutRecord.init(reading:))
    let pending = try pendingListing(in: repository)
    try LocalFile.removeAll(layout.staging)
    let survey = LayoutSurvey(layout: layout, record: record, pending: pending)
    if discardsEdits { try removeStrays(beside: record, pending) }
    if let record, record.tree == tree, pending == nil,
      let outcome = try finishedAlready(survey, record)
    {
      return outcome
    }
    context.progress("reading the tree")
    // All names are checked here, before the first byte is written.
    let listing = try repository.listing(of: tree)
    let work = try LayoutWork(
      listing: listing,
      findings: survey.findings(with: listing),
      recorded: record?.files ?? []
    )
    if !discardsEdits { try refuse(work.edited) }
    return try apply(work, listing, in: repository)
  }

  /// The tree that an interrupted run was laying out.
  private func pendingListing(in repository: borrowing Repository) throws -> TreeListing? {
    guard let content = try LocalFile.read(layout.pending) else { return nil }
    let name = String(decoding: content.dropLast(), as: UTF8.self)
    do {
      return try repository.listing(of: ObjectID(hex: name))
    } catch {
      throw OperationError(
        .editedTree,
        "an interrupted run was laying out the tree '\(name)', which cannot be read: \(error)",
        help: "remove '\(layout.tree)' and '\(layout.pending)', then run this again"
      )
    }
  }

  /// What there is to say if every file is as it was laid out; nothing if there is work to do.
  private func finishedAlready(
    _ survey: LayoutSurvey,
    _ record: LayoutRecord
  ) throws -> Outcome? {
    let findings = try survey.findings(with: nil)
    var files: [LayoutRecord.File] = []
    for file in record.files {
      guard let finding = findings[file.path], let stamp = finding.stamp,
        finding.content == .stored(file.mode, file.id)
          || LayoutWork.isManagersOwn(file.path)
      else { return nil }
      files.append(
        LayoutRecord.File(path: file.path, mode: file.mode, id: file.id, stamp: stamp)
      )
    }
    // Files that had to be read are known by their stamps from now on.
    if !record.files.allSatisfy({ record.isProof($0.stamp, of: $0) }) {
      let taken = FileStamp.now
      let isSettled = files.allSatisfy { LayoutRecord.isSettled($0.stamp, at: taken) }
      if isSettled { try write(LayoutRecord(tree: tree, taken: taken, files: files)) }
    }
    return Outcome(strays: try strays(beside: files.map(\.path)))
  }

  /// What is known from the last run and from an interrupted one is no stray.
  private func removeStrays(beside record: LayoutRecord?, _ pending: TreeListing?) throws {
    let known = (record?.files.map(\.path) ?? []) + (pending?.items.map(\.path) ?? [])
    for path in try strays(beside: known) {
      let place = "\(layout.tree)/\(path)"
      try LocalFile.remove(place)
      LocalFile.removeEmptyDirectories(from: LocalFile.parent(of: place), below: layout.tree)
    }
  }

  private func strays(beside files: [TreePath]) throws -> [TreePath] {
    guard LocalFile.kind(at: layout.tree) == .directory else { return [] }
    return try LayoutStrays(in: layout.tree, beside: files).paths()
  }

  private func refuse(_ edited: [TreePath]) throws(OperationError) {
    guard let first = edited.first else { return }
    let others = edited.count > 1 ? " and \(edited.count - 1) more" : ""
    throw OperationError(
      .editedTree,
      "'\(layout.tree)/\(first)'\(others) \(edited.count > 1 ? "were" : "was") changed after it was"
        + " laid out",
      help: "carry the change over to the working tree, where it can be committed; then"
        + " '--discard-edits' overwrites it here"
    )
  }

  private func apply(
    _ work: LayoutWork,
    _ listing: TreeListing,
    in repository: borrowing Repository
  ) throws -> Outcome {
    if !work.written.isEmpty {
      context.progress("laying out \(work.written.count) files")
      let wanted = Set(work.written)
      do {
        try SharedCheckout(
          listing: listing.filter { wanted.contains($0.path) },
          directory: layout.staging
        ).run(in: repository)
      } catch {
        // Nothing has moved yet, and what is half written is of no use.
        try? LocalFile.removeAll(layout.staging)
        throw error
      }
    }
    try context.failures(.treeStaged)
    try StagedReplacement(path: layout.pending, staging: "\(layout.pending).new")
      .replace(with: Array("\(tree.hex)\n".utf8))
    try context.failures(.layoutBegun)
    let wasThere = LocalFile.kind(at: layout.tree) != nil
    try move(work)
    try context.failures(.layoutMoved)
    try write(LayoutRecord(tree: tree, taken: FileStamp.now, files: files(work, listing)))
    try context.failures(.layoutRecorded)
    try LocalFile.remove(layout.pending)
    try LocalFile.removeAll(layout.staging)
    return Outcome(
      written: work.written.count,
      removed: work.removed.count,
      strays: wasThere ? try strays(beside: listing.items.map(\.path)) : []
    )
  }

  private func move(_ work: LayoutWork) throws {
    guard LocalFile.kind(at: layout.tree) != nil else {
      if work.written.isEmpty { return try LocalFile.makeDirectory(layout.tree) }
      return try LocalFile.move(layout.staging, to: layout.tree)
    }
    for path in work.removed {
      let place = "\(layout.tree)/\(path)"
      try LocalFile.remove(place)
      LocalFile.removeEmptyDirectories(from: LocalFile.parent(of: place), below: layout.tree)
    }
    var folders = LayoutFolders(root: layout.tree)
    for path in work.written {
      try folders.make(path.parent)
      try LocalFile.move("\(layout.staging)/\(path)", to: "\(layout.tree)/\(path)")
      try context.failures(.fileLaidOut)
    }
  }

  private func files(
    _ work: LayoutWork,
    _ listing: TreeListing
  ) throws(OperationError) -> [LayoutRecord.File] {
    var files: [LayoutRecord.File] = []
    files.reserveCapacity(listing.items.count)
    for item in listing.items {
      let kept = work.kept[item.path]
      guard let stamp = kept ?? FileStamp.of("\(layout.tree)/\(item.path)") else {
        throw OperationError(
          .editedTree,
          "'\(layout.tree)/\(item.path)' went away while it was laid out",
          help: "run this again"
        )
      }
      files.append(LayoutRecord.File(path: item.path, mode: item.mode, id: item.id, stamp: stamp))
    }
    return files
  }

  private func write(_ record: LayoutRecord) throws {
    try StagedReplacement(path: layout.record, staging: "\(layout.record).new")
      .replace(with: record.text)
  }
}
