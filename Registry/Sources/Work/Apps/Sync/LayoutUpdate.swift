import Base
import Content
package import Git
package import Model

/// Changes a checkout to another tree: git writes the files that differ, removes those that are gone,
/// and leaves all others.
///
/// The id of the tree is noted outside of it before the first file changes, so that the next run
/// detects and completes an interrupted one.
package struct LayoutUpdate {
  /// The folders of the checkout.
  package let layout: AppLayout
  /// The tree to check out.
  package let tree: ObjectID
  /// The folders in which there may be no submodule, and no name or link that differs between systems.
  var sealed: [TreePath] = [.root]
  /// Whether edits in the checkout may be overwritten.
  package let discardsEdits: Bool
  package let context: WriteContext
  /// Whether files have the bytes that archives have, with no conversions of git.
  let isVerbatim: Bool
  /// Whether pointers of Git LFS may stand in the place of the files.
  var takesPointers = false
  /// The links to files of the working tree that are made in it.
  var links: LayoutLinks?
  /// Called right before the first file changes; throws to leave everything unchanged.
  var finalCheck: @Sendable () throws -> Void = {}

  package init(
    layout: AppLayout,
    tree: ObjectID,
    sealed: [TreePath] = [.root],
    discardsEdits: Bool,
    isVerbatim: Bool = false,
    context: WriteContext,
    finalCheck: @escaping @Sendable () throws -> Void = {}
  ) {
    self.layout = layout
    self.tree = tree
    self.sealed = sealed
    self.discardsEdits = discardsEdits
    self.isVerbatim = isVerbatim
    self.context = context
    self.finalCheck = finalCheck
  }

  /// The files that changed, and those that need attention.
  package struct Outcome: Equatable {
    var written = 0
    var removed = 0
    /// Files in the tree that are not part of it, sorted.
    var strays: [TreePath] = []
    /// The submodules that were not checked out before, sorted.
    var submodules: [TreePath] = []
    /// The files that are pointers of Git LFS, sorted.
    var pointers: [TreePath] = []
    /// Notes about the links to files of the working tree.
    var linkNotes: [String] = []
  }

  private var checkout: PrivateCheckout { layout.checkout }

  /// Changes the checkout to the tree, after completing an interrupted change.
  package func run(in repository: borrowing Repository) throws -> Outcome {
    try links?.removeOutdated(from: tree, in: repository)
    var outcome = try checkOut(in: repository)
    outcome.linkNotes = try links?.make() ?? []
    return outcome
  }

  private func checkOut(in repository: borrowing Repository) throws -> Outcome {
    let isNew = LocalFile.kind(at: layout.tree) == nil
    if isNew { try checkout.forget() }
    try checkout.prepare(for: repository, isVerbatim: isVerbatim)
    try checkout.store(tree, from: repository)
    let wasInterrupted = try !isNew && completeInterrupted(in: repository)
    let recorded = try isNew ? nil : checkout.tree()
    let isKnown = isNew || recorded != nil
    let difference =
      try recorded == tree
      ? PrivateCheckout.Difference() : difference(isKnown: isKnown, in: repository)
    let pointers = try isNew ? [] : pointers(among: takenPointers())
    // What is missing is checked out again.
    if !takesPointers { try remove(pointers: pointers) }
    let changes = try LayoutChanges(isNew ? PrivateCheckout.Changes() : checkout.changes())
    let strays = changes.strays(beside: links?.paths ?? [])
    let changed = difference.written.union(difference.removed)
    if !discardsEdits {
      let edits = changes.edited.union(changes.obstacles(to: difference.written))
      try refuse(edits.sorted(), isKnown: isKnown)
    }
    let discarded =
      discardsEdits
      ? Set(strays + changes.obstacles(to: difference.written.union(changes.edited))) : []
    // Git overwrites no file that it did not write.
    let replaced = changes.resolutions.union(discardsEdits ? changes.edited : [])
      .intersection(changed)
    let restored = changes.missing.union(discardsEdits ? changes.edited : []).subtracting(changed)
    var outcome = Outcome(
      written: difference.written.count + restored.count,
      removed: difference.removed.count + discarded.count,
      strays: discardsEdits ? [] : strays,
      submodules: difference.submodules.sorted()
    )
    try context.failures(.treeStaged)
    if outcome.written + outcome.removed > 0 {
      try begin()
      for path in discarded.sorted() { try remove(path) }
      for path in replaced { try LocalFile.remove("\(layout.tree)/\(path)") }
      try checkout.restore(restored.sorted())
      try context.failures(.fileLaidOut)
      try checkout.checkOut(tree)
      try context.failures(.layoutMoved)
    }
    if !isVerbatim {
      // Of an interrupted run, it is not known what it wrote.
      let written =
        try wasInterrupted
        ? Set(listing(of: tree, in: repository).items.map(\.path))
        : difference.written.union(restored)
      outcome.pointers = try self.pointers(among: written.union(takesPointers ? pointers : []))
      if takesPointers {
        try record(pointers: outcome.pointers)
      } else {
        try refuse(outcome.pointers)
      }
    }
    try context.failures(.layoutRecorded)
    try LocalFile.remove(layout.pending)
    return outcome
  }

  /// How the tree differs from what is checked out.
  ///
  /// All names in it are checked here, before the first byte is written, and whether its files are here.
  ///
  /// - Parameter isKnown: Whether there is a record of the checkout.
  private func difference(
    isKnown: Bool,
    in repository: borrowing Repository
  ) throws -> PrivateCheckout.Difference {
    let listing = try listing(of: tree, in: repository)
    try checkNames(listing.doubtful)
    if !isKnown { try checkout.record(tree) }
    let difference = try checkout.difference(to: tree)
    for path in difference.submodules where sealed.contains(where: path.isInside) {
      throw OperationError.submodule(path, of: tree)
    }
    for item in listing.items where difference.written.contains(item.path) {
      // Reading says what is wrong.
      if try repository.header(of: item.id)?.kind != .blob { _ = try repository.blob(item.id) }
    }
    context.progress("checking out \(difference.written.count) files")
    return difference
  }

  private func listing(
    of tree: ObjectID,
    in repository: borrowing Repository
  ) throws(OperationError) -> TreeListing {
    try repository.listing(of: tree, passesOverSubmodules: true, sealed: sealed)
  }

  /// Throws for the first name that the file system cannot hold, or cannot tell from another one.
  private func checkNames(_ doubtful: [[TreeListing.Name]]) throws(OperationError) {
    let probe = NameProbe(folder: "\(layout.folder)/names")
    for names in doubtful {
      guard let found = try probe.fault(among: names.map(\.bytes)) else { continue }
      throw Self.refusal(of: names.map(\.path), found, in: layout.tree)
    }
  }

  /// The error for one of some names in a folder of a tree.
  ///
  /// - Parameter folder: That the tree is to be checked out in.
  static func refusal(
    of names: [TreePath],
    _ found: (index: Int, fault: NameProbe.Fault),
    in folder: String
  ) -> OperationError {
    let path = names[found.index].string
    switch found.fault {
    case .refused(let reason):
      return OperationError(
        .inputOutput,
        "the file system of '\(folder)' cannot hold '\(TreeNameRules.escaped(path))': \(reason)",
        help: "rename it with 'git mv', or use a clone on another file system"
      )
    case .same(let other):
      let (first, second) = TreeNameRules.distinct(names[other].string, path)
      return OperationError(
        .collision,
        "'\(first)' and '\(second)' are the same file on the file system of '\(folder)'",
        help: "rename one of them with 'git mv', or use a clone on a file system that has both"
      )
    }
  }

  /// Notes the tree that will be checked out.
  private func begin() throws {
    try finalCheck()
    try StagedReplacement(path: layout.pending, staging: "\(layout.pending).new")
      .replace(with: Array("\(tree.hex)\n".utf8))
    try context.failures(.layoutBegun)
  }

  private func remove(_ path: TreePath) throws {
    let place = "\(layout.tree)/\(path)"
    try LocalFile.removeAll(place)
    LocalFile.removeEmptyDirectories(from: LocalFile.parent(of: place), below: layout.tree)
  }

  /// Returns the files that are pointers of Git LFS, sorted.
  private func pointers(among paths: some Sequence<TreePath>) throws -> [TreePath] {
    try paths.filter { path in
      let file = "\(layout.tree)/\(path)"
      guard let facts = FileFacts.of(file), facts.kind == .file,
        facts.size < LargeFilePointer.sizeLimit, let content = try LocalFile.read(file)
      else { return false }
      return LargeFilePointer.isPointer(content)
    }.sorted()
  }

  /// The files that an earlier run left as pointers.
  private func takenPointers() throws -> [TreePath] {
    try LocalFile.read(layout.pointers).map { content in
      String(decoding: content, as: UTF8.self).split(separator: "\n").compactMap {
        try? TreePath(String($0))
      }
    } ?? []
  }

  private func record(pointers: [TreePath]) throws {
    let text = pointers.map { "\($0)\n" }.joined()
    try StagedReplacement(path: layout.pointers, staging: "\(layout.pointers).new")
      .replace(with: Array(text.utf8))
  }

  private func remove(pointers: [TreePath]) throws {
    for path in pointers { try LocalFile.remove("\(layout.tree)/\(path)") }
    try LocalFile.remove(layout.pointers)
  }

  /// Refuses a checkout that has pointers in the place of the files of Git LFS.
  private func refuse(_ pointers: [TreePath]) throws {
    guard let first = pointers.first else { return }
    // The next run finds them missing, and tries again.
    try remove(pointers: pointers)
    try LocalFile.remove(layout.pending)
    let others = pointers.count > 1 ? " and \(pointers.count - 1) more are" : " is"
    throw OperationError(
      .filterFailed,
      "'\(first)'\(others) stored by Git LFS, whose filter did not get the content",
      help: "install Git LFS, run 'git lfs install' and then this again, or set"
        + " '\(LargeFilePointer.skippingVariable)=1' to check out pointers in their place"
    )
  }

  /// Completes what an interrupted run was checking out.
  ///
  /// - Returns: Whether there was one.
  private func completeInterrupted(in repository: borrowing Repository) throws -> Bool {
    guard let content = try LocalFile.read(layout.pending) else { return false }
    let name = String(decoding: content.dropLast(), as: UTF8.self)
    let pending: ObjectID
    do throws(OperationError) {
      pending = try ObjectID(hex: name)
      try unifyingErrors { _ = try listing(of: pending, in: checkout.repository()) }
    } catch {
      guard discardsEdits else {
        throw OperationError(
          .editedTree,
          "an interrupted run was checking out the tree '\(name)', which cannot be read: \(error)",
          help: "remove '\(layout.tree)' and '\(layout.pending)', then run this again"
        )
      }
      // The tree was never stored, or is gone: the folder may contain anything.
      try LocalFile.removeAll(layout.tree)
      try checkout.forget()
      try checkout.prepare(for: repository, isVerbatim: isVerbatim)
      return true
    }
    if !discardsEdits {
      let edits = try checkout.edits(interrupting: pending).filter { !$0.isPackageResolution }
      try refuse(edits, isKnown: true)
    }
    try checkout.complete(pending)
    return true
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

/// The changes by a person in a checked-out tree, without those that the package manager makes
/// there.
struct LayoutChanges {
  let edited: Set<TreePath>
  let missing: Set<TreePath>
  /// Package resolutions with other content.
  let resolutions: Set<TreePath>
  /// All files that were not checked out.
  let added: [TreePath]

  init(_ changes: PrivateCheckout.Changes) {
    edited = changes.edited.filter { !$0.isPackageResolution }
    resolutions = changes.edited.subtracting(edited)
    (missing, added) = (changes.missing, changes.added)
  }

  /// The added files that are built with the rest, although the tree's hash does not include them;
  /// sorted.
  ///
  /// - Parameter links: Those that were made on purpose.
  func strays(beside links: [TreePath] = []) -> [TreePath] {
    let known = Set(links)
    return added.filter { path in
      // Hidden files are not sources, and SwiftPM keeps files of its own beside the manifest.
      !known.contains(path) && !path.isPackageResolution
        && !path.names.contains { $0.hasPrefix(".") }
    }.sorted()
  }

  /// The added files that are in the way of what is to be written.
  func obstacles(to written: Set<TreePath>) -> [TreePath] {
    let folders = Set(written.flatMap(\.ancestors))
    return added.filter { path in
      !path.isPackageResolution
        && (written.contains(path) || folders.contains(path)
          || path.ancestors.contains(where: written.contains))
    }.sorted()
  }
}
