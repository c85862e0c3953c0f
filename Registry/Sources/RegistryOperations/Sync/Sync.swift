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
    let pinned = try tree.run(in: workspace)
    return try unifyingErrors {
      try MovedDependencies(pinned: pinned).check(in: workspace)
      let layout = ScaffoldLayout(of: pinned.scaffold, in: Self.withoutSlash(directory))
      try layout.prepare()
      let lock = try WriteLock.take(
        at: layout.lock,
        for: "registry sync",
        limit: context.lockLimit,
        waiting: context.progress
      )
      let outcome = try withExtendedLifetime(lock) {
        try LayoutUpdate(
          layout: layout,
          tree: pinned.tree,
          discardsEdits: discardsEdits,
          context: context
        ).run(in: workspace.repository)
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

  private static func notes(of strays: [TreePath], in layout: ScaffoldLayout) -> [String] {
    guard let first = strays.first else { return [] }
    let words =
      strays.count > 1
      ? " and \(strays.count - 1) more were not laid out, and are built all the same;"
        + " '--discard-edits' takes them away"
      : " was not laid out, and is built all the same; '--discard-edits' takes it away"
    return ["'\(layout.tree)/\(first)'\(words)"]
  }

  private static func withoutSlash(_ path: String) -> String {
    path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }
}
