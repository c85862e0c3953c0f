import Git
import RegistryModel

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

  package func run(in workspace: borrowing Workspace) throws(OperationError) -> Result {
    guard let directory = workspace.repository.workingDirectory else { throw .bare }
    let began = FileStamp.now
    let question = question(in: workspace)
    let receipt = try receipt(like: question, in: directory)
    let standing = receipt?.standing() ?? []
    let pinned: PinnedTree
    let isKnown: Bool
    if let receipt, let question, receipt.answers(question, standing: standing),
      workspace.repository.contains(receipt.pinned.tree)
    {
      (pinned, isKnown) = (receipt.pinned, true)
    } else {
      (pinned, isKnown) = (try plan(standing).run(in: workspace), false)
    }
    return try unifyingErrors {
      let layout = ScaffoldLayout(of: pinned.scaffold, in: directory)
      let update = LayoutUpdate(
        layout: layout,
        tree: pinned.tree,
        sealed: try pinned.releasedFolders,
        discardsEdits: discardsEdits,
        context: context
      )
      if isKnown, try update.isDone() {
        return Result(pinned: pinned, layout: layout, written: 0, removed: 0, notes: pinned.notes)
      }
      try layout.prepare()
      let lock = try WriteLock.take(
        at: layout.lock,
        for: "registry sync",
        limit: context.lockLimit,
        waiting: context.progress
      )
      let outcome = try withExtendedLifetime(lock) { try update.run(in: workspace.repository) }
      // A first run takes long enough as it is: the next one, which lays out nothing, has the time.
      // Without a receipt all is laid out just the same, and the next run takes longer.
      if !isKnown, let question, receipt != nil || outcome.written == 0 {
        try? writeReceipt(
          for: question,
          pinned,
          standing,
          SyncEvidence(began: began, directory: directory),
          in: workspace
        )
      }
      return Result(
        pinned: pinned,
        layout: layout,
        written: outcome.written,
        removed: outcome.removed,
        notes: pinned.notes + Self.notes(of: outcome, in: layout)
      )
    }
  }

  /// The plan that needs not look at components of which no file has changed.
  private func plan(_ standing: [ComponentEvidence]) -> PinnedTreePlan {
    var plan = tree
    for evidence in standing where !evidence.hasChanges {
      plan.known[evidence.folder] = evidence.tree
    }
    return plan
  }

  /// What an earlier run came to with this question, perhaps of another commit.
  private func receipt(
    like question: SyncReceipt.Question?,
    in directory: String
  ) throws(OperationError) -> SyncReceipt? {
    guard let question, let file = ScaffoldLayout.receipt(of: tree.scaffold, in: directory),
      let receipt = try LocalFile.read(file)
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

  /// Nothing where the answer does not follow from a commit.
  private func question(in workspace: borrowing Workspace) -> SyncReceipt.Question? {
    guard !tree.usesWorkingFiles, let tip = workspace.tip else { return nil }
    return SyncReceipt.Question(
      commit: tip,
      manifestPath: workspace.manifestPath,
      scaffold: tree.scaffold
    )
  }

  private static func notes(of outcome: LayoutUpdate.Outcome, in layout: ScaffoldLayout) -> [String]
  {
    var notes: [String] = []
    if let first = outcome.submodules.first {
      let words =
        outcome.submodules.count > 1
        ? " and \(outcome.submodules.count - 1) more are submodules, whose files are not in this"
          + " repository: their folders are laid out empty"
        : " is a submodule, whose files are not in this repository: its folder is laid out empty"
      notes.append("'\(first)'\(words)")
    }
    if let first = outcome.strays.first {
      let words =
        outcome.strays.count > 1
        ? " and \(outcome.strays.count - 1) more were not laid out, and are built all the same;"
          + " '--discard-edits' takes them away"
        : " was not laid out, and is built all the same; '--discard-edits' takes it away"
      notes.append("'\(layout.tree)/\(first)'\(words)")
    }
    return notes
  }
}
