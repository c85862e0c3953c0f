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
    if let receipt = try receipt(in: workspace, directory) {
      return Result(
        pinned: receipt.pinned,
        layout: ScaffoldLayout(of: receipt.pinned.scaffold, in: directory),
        written: 0,
        removed: 0,
        notes: receipt.pinned.notes
      )
    }
    let pinned = try tree.run(in: workspace)
    return try unifyingErrors {
      let layout = ScaffoldLayout(of: pinned.scaffold, in: directory)
      try layout.prepare()
      let lock = try WriteLock.take(
        at: layout.lock,
        for: "registry sync",
        limit: context.lockLimit,
        waiting: context.progress
      )
      return try withExtendedLifetime(lock) {
        let outcome = try LayoutUpdate(
          layout: layout,
          tree: pinned.tree,
          discardsEdits: discardsEdits,
          context: context
        ).run(in: workspace.repository)
        if outcome == LayoutUpdate.Outcome() {
          // All is laid out, with a receipt or without: the next run takes longer then.
          try? writeReceipt(of: pinned, layout, began, in: workspace, directory)
        }
        return Result(
          pinned: pinned,
          layout: layout,
          written: outcome.written,
          removed: outcome.removed,
          notes: pinned.notes + Self.notes(of: outcome.strays, in: layout)
        )
      }
    }
  }

  /// What an earlier run came to, if it holds still.
  private func receipt(
    in workspace: borrowing Workspace,
    _ directory: String
  ) throws(OperationError) -> SyncReceipt? {
    guard let question = question(in: workspace),
      let file = ScaffoldLayout.receipt(of: tree.scaffold, in: directory),
      let receipt = try LocalFile.read(file).flatMap({ SyncReceipt(reading: $0, for: question) }),
      workspace.repository.contains(receipt.pinned.tree), receipt.holds()
    else { return nil }
    return receipt
  }

  private func writeReceipt(
    of pinned: PinnedTree,
    _ layout: ScaffoldLayout,
    _ began: Int,
    in workspace: borrowing Workspace,
    _ directory: String
  ) throws {
    var evidence = SyncEvidence(began: began)
    guard let question = question(in: workspace),
      let file = ScaffoldLayout.receipt(of: tree.scaffold, in: directory),
      let stamps = try evidence.stamps(of: pinned, layout: layout, in: workspace),
      let content = SyncReceipt(question: question, pinned: pinned, stamps: stamps).content
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

  private static func notes(of strays: [TreePath], in layout: ScaffoldLayout) -> [String] {
    guard let first = strays.first else { return [] }
    let words =
      strays.count > 1
      ? " and \(strays.count - 1) more were not laid out, and are built all the same;"
        + " '--discard-edits' takes them away"
      : " was not laid out, and is built all the same; '--discard-edits' takes it away"
    return ["'\(layout.tree)/\(first)'\(words)"]
  }
}
