package import Base
import Content
import Git
package import Model

/// Checks out the tree that an app is built from, below `.registry`; nothing else is written.
package struct Sync: Sendable {
  /// The computation of the tree.
  package var tree: PinnedTreePlan
  /// Whether edits in the checkout may be overwritten.
  package var discardsEdits: Bool
  /// Whether pointers of Git LFS may stand in the place of the files.
  package var takesPointers = LargeFilePointer.isWanted(CurrentProcess.variable)
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
    /// The tree that was checked out.
    package let pinned: PinnedTree
    /// The folders of the checkout.
    package let layout: AppLayout
    /// The number of written and removed files.
    package let written: Int
    package let removed: Int
    /// Notes that require no action.
    package let notes: [String]

    /// The absolute path of the folder that holds the app's `Package.swift`.
    package var packagePath: String {
      pinned.path == .root ? layout.tree : "\(layout.tree)/\(pinned.path)"
    }
  }

  /// - Parameter place: Chooses another place than the given one, the app's own; called before
  ///   anything is written.
  package func run(
    in workspace: borrowing Workspace,
    placing place: (PinnedTree, AppLayout) throws -> AppLayout = { $1 }
  ) throws(OperationError) -> Result {
    guard let directory = workspace.repository.workingDirectory else { throw .bare }
    return try unifyingErrors {
      var plan = tree
      let verified = AppLayout.verified(in: directory)
      plan.verified = try LocalFile.read(verified).map(VerifiedReleases.init) ?? VerifiedReleases()
      let draft = try plan.draft(in: workspace)
      defer { draft.leftOut?.wait() }
      let update = try update(to: draft, in: directory, place)
      return try locking(update.layout) {
        if draft.verified.keys != plan.verified.keys {
          // If it cannot be stored, the next run checks again.
          try? StagedReplacement(path: verified, staging: "\(verified).new")
            .replace(with: draft.verified.content)
        }
        let outcome = try update.run(in: workspace.repository)
        return Result(try draft.finished(), update.layout, outcome)
      }
    }
  }

  private func update(
    to draft: PinnedTreeDraft,
    in directory: String,
    _ place: (PinnedTree, AppLayout) throws -> AppLayout
  ) throws -> LayoutUpdate {
    let pinned = draft.pinned
    var update = LayoutUpdate(
      layout: try place(pinned, AppLayout(of: pinned.app, in: directory)),
      tree: pinned.tree,
      sealed: pinned.releasedFolders,
      discardsEdits: discardsEdits,
      context: context,
      finalCheck: { _ = try draft.leftOut?.value() }
    )
    update.takesPointers = takesPointers
    update.links = LayoutLinks(
      paths: pinned.localFiles,
      app: pinned.app,
      layout: update.layout,
      directory: directory
    )
    return update
  }

  /// Creates the folders, and excludes other runs while `body` changes them.
  private func locking<Value>(
    _ layout: AppLayout,
    _ body: () throws -> Value
  ) throws -> Value {
    try layout.prepare()
    let lock = try FileLock.take(
      at: layout.lock,
      for: "registry sync",
      limit: context.lockLimit,
      includesPrograms: true,
      waiting: { context.progress("\($0)") }
    )
    return try withExtendedLifetime(lock) {
      // What clones share stays at its place.
      if layout.isOfClone { try BuildFolder(layout.build).removeIfMoved() }
      return try body()
    }
  }
}

extension Sync.Result {
  fileprivate init(
    _ pinned: PinnedTree,
    _ layout: AppLayout,
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

  private static func notes(of outcome: LayoutUpdate.Outcome, in layout: AppLayout) -> [String] {
    var notes: [String] = []
    if let first = outcome.submodules.first {
      let words =
        outcome.submodules.count > 1
        ? " and \(outcome.submodules.count - 1) more are submodules that this clone does not have:"
          + " their folders are empty"
        : " is a submodule that this clone does not have: its folder is empty"
      let them = outcome.submodules.count > 1 ? "them" : "it"
      notes.append("'\(first)'\(words); 'git submodule update --init --recursive' gets \(them)")
    }
    if let first = outcome.pointers.first {
      let others =
        outcome.pointers.count > 1 ? " and \(outcome.pointers.count - 1) more are" : " is"
      notes.append(
        "'\(first)'\(others) checked out as Git LFS pointers, since \(LargeFilePointer.skippingVariable)"
          + " is set: a build that needs the content fails, or is made without it"
      )
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
