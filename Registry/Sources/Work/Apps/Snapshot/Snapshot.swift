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
    var pinning = PinnedTreePlan(app: app)
    // Git gets them where it gets the snapshot.
    pinning.keepsSubmodules = true
    let pinned = try pinning.run(in: workspace, at: base.tip)
    // A tree that cannot be checked out cannot be a snapshot.
    let listing = try workspace.repository.listing(
      of: pinned.tree,
      passesOverSubmodules: true,
      sealed: pinned.releasedFolders
    )
    try workspace.repository.checkContents(of: listing)
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
