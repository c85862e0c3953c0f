import Base
package import Git
package import Model
package import Versions

/// Commits and tags the tree that an app is built from, so that git and SwiftPM alone can build
/// what shipped.
///
/// The commit is not on the branch. Its parent is the commit that everything except the releases
/// comes from.
package struct Snapshot: WritingOperation {
  /// The version of the snapshot, which its tag has.
  package var version: SemanticVersion
  /// The app as it was typed; `nil` for the only one.
  package var app: String?
  package var context: WriteContext

  package init(
    version: SemanticVersion,
    app: String? = nil,
    context: WriteContext = WriteContext()
  ) {
    self.version = version
    self.app = app
    self.context = context
  }

  package struct Result: WritingResult {
    /// The tree of the commit, with the releases in it.
    package let pinned: PinnedTree
    /// The name of the tag, without `refs/tags/`.
    package let tag: String
    /// The plan of the commit; `nil` if the tag already has this tree.
    package let plan: WritePlan?
    /// The commit that the tag points to; `nil` for a dry run.
    package var commit: ObjectID?
  }

  package var task: String { "registry snapshot \(version)" }

  package var isTagging: Bool { true }

  package func plan(_ base: WriteBase, in workspace: borrowing Workspace) throws -> Result {
    let pinned = try PinnedTreePlan(app: app).run(in: workspace, at: base.tip)
    // A tree that cannot be checked out cannot be a snapshot.
    let releases = pinned.releasedFolders
    let listing = try workspace.repository.listing(
      of: pinned.tree,
      passesOverSubmodules: true,
      sealed: releases
    )
    try workspace.repository.checkContents(of: listing)
    for path in listing.submodules where releases.contains(where: path.isInside) {
      throw OperationError.submodule(path, of: pinned.tree)
    }
    let tag = "\(pinned.app)/\(version)"
    if let existing = try workspace.repository.tag(tag) {
      let tree = try workspace.repository.commit(existing.target).tree
      guard tree == pinned.tree else {
        throw OperationError(
          .versionTaken,
          "the snapshot '\(tag)' already exists with different files",
          help: "a snapshot never changes: try another version"
        )
      }
      return Result(pinned: pinned, tag: tag, plan: nil, commit: existing.target)
    }
    let plan = WritePlan(
      .snapshot(
        tree: pinned.tree,
        message: message(of: pinned),
        tag: PlannedTag(
          name: tag,
          message: "\(pinned.app) \(version)\n",
          commit: nil
        )
      ),
      reason: "registry: snapshot \(tag)",
      reliesOn: listing.trees + listing.items.map(\.id)
    )
    return Result(pinned: pinned, tag: tag, plan: plan, commit: nil)
  }

  private func message(of pinned: PinnedTree) -> String {
    var lines = ["Snapshot of \(pinned.app) \(version)", ""]
    if pinned.releases.isEmpty {
      lines.append("All components as of commit \(pinned.base).")
    } else {
      lines += ["All as of commit \(pinned.base), but for these releases:", ""]
      for (name, release) in pinned.releases.sorted(by: { $0.key < $1.key }) {
        lines.append("- \(name) \(release.version) (tree \(release.tree))")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
