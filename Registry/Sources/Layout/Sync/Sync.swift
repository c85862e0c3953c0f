import Files
import Git
import GitValues
import RegistryModel
package import Workspace
package import Writing

/// Lays out what a scaffold is built from, below `.registry`; nothing outside of it is written.
package struct Sync: Sendable {
  package var tree: PinnedTreePlan
  /// Whether a person's changes in the laid-out tree may be overwritten.
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
    /// How many files were written, and how many taken away.
    package let written: Int
    package let removed: Int
    /// What the person should know, and need not do anything about.
    package let notes: [String]

    /// The absolute path of the folder that holds the scaffold's `Package.swift`.
    package var packagePath: String {
      pinned.path == .root ? layout.tree : "\(layout.tree)/\(pinned.path)"
    }
  }

  /// - Parameter place: Chooses another place than the scaffold's own one, which it gets; called
  ///   before anything is written.
  package func run(
    in workspace: borrowing Workspace,
    placing place: (PinnedTree, ScaffoldLayout) throws -> ScaffoldLayout = { $1 }
  ) throws(OperationError) -> Result {
    guard let directory = workspace.repository.workingDirectory else { throw .bare }
    let began = context.fileClock()
    let question = question(in: workspace)
    let receipt = try receipt(like: question, in: directory)
    // Looking at working files takes as long as all else.
    let standing = receipt.map { receipt in BackgroundWork { receipt.standing() } }
    defer { standing?.wait() }
    return try unifyingErrors {
      if let receipt, let question, receipt.isOf(question),
        workspace.repository.contains(receipt.pinned.tree),
        try receipt.stands(with: standing?.value() ?? [])
      {
        let update = try update(to: receipt.pinned, in: directory, place)
        let outcome =
          try update.isDone()
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
          // Where it cannot be kept, the next run looks again.
          try? StagedReplacement(path: verified, staging: "\(verified).new")
            .replace(with: draft.verified.content)
        }
        let outcome = try update.run(in: workspace.repository)
        let pinned = try draft.finished()
        // A first run takes long enough as it is: the next one, which lays out nothing, has the time.
        // Without a receipt all is laid out just the same, and the next run takes longer.
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

  /// Makes a layout's folders, and keeps other runs away while `body` changes them.
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
    return try withExtendedLifetime(lock) { try body() }
  }

  /// What an earlier run came to with this question, perhaps of another commit.
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

  /// `nil` if the answer does not follow from a commit.
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
