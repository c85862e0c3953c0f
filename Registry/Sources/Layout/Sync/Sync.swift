import Files
import Git
import GitValues
import RegistryModel
package import Workspace
package import Writing

/// Checks out the tree that a scaffold is built from, below `.registry`; nothing else is written.
package struct Sync: Sendable {
  package var tree: PinnedTreePlan
  /// Whether edits in the checkout may be overwritten.
  package var discardsEdits: Bool
  package var context: WriteContext

  package init(
    tree: PinnedTreePlan = PinnedTreePlan(),
    discardsEdits: Bool = false,
    context: WriteContext = WriteContext()
  ) {
    self.tree = tree
    self.discardsEdits = discardsEdits
    self.context = context
  }

  package struct Result: Sendable {
    package let pinned: PinnedTree
    package let layout: ScaffoldLayout
    /// The number of written and removed files.
    package let written: Int
    package let removed: Int
    /// Notes that require no action.
    package let notes: [String]

    /// The absolute path of the folder that holds the scaffold's `Package.swift`.
    package var packagePath: String {
      pinned.path == .root ? layout.tree : "\(layout.tree)/\(pinned.path)"
    }
  }

  /// - Parameter place: Chooses another place than the given one, the scaffold's own; called before
  ///   anything is written.
  package func run(
    in workspace: borrowing Workspace,
    placing place: (PinnedTree, ScaffoldLayout) throws -> ScaffoldLayout = { $1 }
  ) throws(OperationError) -> Result {
    guard let directory = workspace.repository.workingDirectory else { throw .bare }
    let began = context.fileClock()
    let question = question(in: workspace)
    let receipt = try receipt(like: question, in: directory)
    // Examining the working files takes as long as the rest.
    let standing = receipt.map { receipt in BackgroundWork { receipt.standing() } }
    defer { standing?.wait() }
    return try unifyingErrors {
      if let receipt, let question, receipt.isOf(question),
        workspace.repository.contains(receipt.pinned.tree),
        try receipt.stands(with: standing?.value() ?? [])
      {
        let update = try update(to: receipt.pinned, in: directory, place)
        let outcome =
          try update.isDone() && !hasMovedBuild(update.layout)
          ? LayoutUpdate.Outcome()
          : locking(update.layout) { try update.run(in: workspace.repository) }
        return Result(receipt.pinned, update.layout, outcome)
      }
      var plan = tree
      plan.evidence = { (try? standing?.value()) ?? [] }
      let verified = ScaffoldLayout.verified(in: directory)
      plan.verified = try LocalFile.read(verified).map(VerifiedReleases.init) ?? VerifiedReleases()
      let draft = try plan.draft(in: workspace)
      defer { draft.leftOut?.wait() }
      var update = try update(to: draft.pinned, in: directory, place)
      update.finalCheck = { _ = try draft.leftOut?.value() }
      return try locking(update.layout) {
        if draft.verified.keys != plan.verified.keys {
          // If it cannot be stored, the next run checks again.
          try? StagedReplacement(path: verified, staging: "\(verified).new")
            .replace(with: draft.verified.content)
        }
        let outcome = try update.run(in: workspace.repository)
        let pinned = try draft.finished()
        // A first run takes long enough: the next one, which writes no files, has the time. Without
        // a receipt the result is the same, and the next run takes longer.
        if let question, receipt != nil || outcome.written == 0 {
          try? writeReceipt(
            for: question,
            pinned,
            standing?.value() ?? [],
            SyncEvidence(began: began, directory: directory),
            in: workspace
          )
        }
        return Result(pinned, update.layout, outcome)
      }
    }
  }

  private func update(
    to pinned: PinnedTree,
    in directory: String,
    _ place: (PinnedTree, ScaffoldLayout) throws -> ScaffoldLayout
  ) throws -> LayoutUpdate {
    var update = LayoutUpdate(
      layout: try place(pinned, ScaffoldLayout(of: pinned.scaffold, in: directory)),
      tree: pinned.tree,
      sealed: pinned.releasedFolders,
      discardsEdits: discardsEdits,
      context: context
    )
    update.links = LayoutLinks(
      paths: pinned.localFiles,
      scaffold: pinned.scaffold,
      layout: update.layout,
      directory: directory
    )
    return update
  }

  /// Creates the folders, and excludes other runs while `body` changes them.
  private func locking<Value>(
    _ layout: ScaffoldLayout,
    _ body: () throws -> Value
  ) throws -> Value {
    try layout.prepare()
    let lock = try FileLock.take(
      at: layout.lock,
      for: "registry sync",
      limit: context.lockLimit,
      waiting: context.progress
    )
    return try withExtendedLifetime(lock) {
      if try hasMovedBuild(layout) { try BuildFolder(layout.build).removeIfMoved() }
      return try body()
    }
  }

  /// What clones share stays at its place.
  private func hasMovedBuild(_ layout: ScaffoldLayout) throws -> Bool {
    try layout.isOfClone && BuildFolder(layout.build).hasMoved()
  }

  /// The receipt of an earlier run for the same request, perhaps for another commit.
  private func receipt(
    like question: SyncReceipt.Question?,
    in directory: String
  ) throws(OperationError) -> SyncReceipt? {
    guard let question, let file = ScaffoldLayout.receipt(of: tree.scaffold, in: directory),
      let receipt = try unifyingErrors({ try LocalFile.read(file) })
        .flatMap({ SyncReceipt(reading: $0, in: directory) }),
      receipt.question.isLike(question)
    else { return nil }
    return receipt
  }

  private func writeReceipt(
    for question: SyncReceipt.Question,
    _ pinned: PinnedTree,
    _ standing: [ComponentEvidence],
    _ evidence: SyncEvidence,
    in workspace: borrowing Workspace
  ) throws {
    let receipt = SyncReceipt(
      question: question,
      pinned: pinned,
      files: evidence.files(in: workspace),
      components: try evidence.components(of: pinned, standing: standing, in: workspace)
    )
    guard let file = ScaffoldLayout.receipt(of: tree.scaffold, in: evidence.directory),
      let content = receipt.content
    else { return }
    try StagedReplacement(path: file, staging: "\(file).new").replace(with: content)
  }

  /// `nil` if the result does not follow from a commit.
  private func question(in workspace: borrowing Workspace) -> SyncReceipt.Question? {
    guard !tree.usesWorkingFiles, let tip = workspace.tip else { return nil }
    let product = tree.product
    // What is kept has a line for it.
    if product?.contains(where: \.isNewline) == true { return nil }
    return SyncReceipt.Question(
      commit: tip,
      manifestPath: workspace.manifestPath,
      scaffold: tree.scaffold,
      product: tree.scaffold == nil ? product : nil
    )
  }
}

extension Sync.Result {
  fileprivate init(
    _ pinned: PinnedTree,
    _ layout: ScaffoldLayout,
    _ outcome: LayoutUpdate.Outcome
  ) {
    self.init(
      pinned: pinned,
      layout: layout,
      written: outcome.written,
      removed: outcome.removed,
      notes: pinned.notes + Self.notes(of: outcome, in: layout)
    )
  }

  private static func notes(of outcome: LayoutUpdate.Outcome, in layout: ScaffoldLayout) -> [String]
  {
    var notes: [String] = []
    if let first = outcome.submodules.first {
      let words =
        outcome.submodules.count > 1
        ? " and \(outcome.submodules.count - 1) more are submodules, whose files are not in this"
          + " repository: their folders are empty"
        : " is a submodule, whose files are not in this repository: its folder is empty"
      notes.append("'\(first)'\(words)")
    }
    if let first = outcome.strays.first {
      let words =
        outcome.strays.count > 1
        ? " and \(outcome.strays.count - 1) more are not part of the tree, but are built; use"
          + " '--discard-edits' to remove them"
        : " is not part of the tree, but is built; use '--discard-edits' to remove it"
      notes.append("'\(layout.tree)/\(first)'\(words)")
    }
    return notes + outcome.linkNotes
  }
}
