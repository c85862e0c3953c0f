package import Base
package import Checks
import Content
package import Git
package import Model
import SemverRules
package import Versions

/// Computes what changed in a component between two releases, or since one of them.
package struct Diff: Sendable {
  /// The component as it was typed.
  package var component: String
  /// The older release; `nil` for the last one.
  package var old: SemanticVersion?
  /// The newer release; `nil` for the newest commit of the branch.
  package var new: SemanticVersion?
  /// The comparison of public interfaces; `nil` if only the files are asked about.
  package var comparing: (any InterfaceComparing)?
  /// Told what is being done: comparing may take minutes.
  package var progress: @Sendable (OperationProgress) -> Void

  package init(
    component: String,
    from old: SemanticVersion?,
    to new: SemanticVersion? = nil,
    comparing: (any InterfaceComparing)? = nil,
    progress: @escaping @Sendable (OperationProgress) -> Void = { _ in }
  ) {
    self.component = component
    self.old = old
    self.new = new
    self.comparing = comparing
    self.progress = progress
  }

  /// The changed files and, if it was asked for, the changes of the public interface.
  package struct Result: Sendable {
    package let component: ComponentName
    /// The version of the older release.
    package let old: SemanticVersion
    /// The version of the newer release; `nil` for the newest commit.
    package let new: SemanticVersion?
    /// The changed files, with paths from the component's folder on.
    package let files: [FilePatch]
    /// The comparison of the public interfaces; `nil` if it was not asked about.
    package let interface: InterfaceComparison?

    /// The lowest version that the newer state may have as the next release after the older one.
    package var lowestAllowedVersion: SemanticVersion? {
      guard case .difference(let difference) = interface else { return nil }
      return difference.level.lowestAllowedVersion(after: old)
    }
  }

  /// Compares the two states; throws if one of them is not released or, for the interface, does not
  /// build.
  package func run(in workspace: borrowing Workspace) throws(OperationError) -> Result {
    try unifyingErrors {
      guard let tip = workspace.tip else {
        throw OperationError.noCommit()
      }
      let state = try workspace.state(at: tip)
      let (name, _) = try state.manifest.component(named: component)
      let log = try workspace.log(of: name, in: state)
      let first = try old.map { try log.release($0, of: name) } ?? log.currentRelease
      guard let first else {
        throw OperationError(
          .unknownRelease,
          "'\(name)' has no release to compare with",
          help: "release it with 'registry bump \(name)'"
        )
      }
      let before = try ComponentLayout(of: name, asReleased: first, state: state, in: workspace)
      let second = try new.map { version in try log.release(version, of: name) }
      let after =
        try second.map { release in
          try ComponentLayout(of: name, asReleased: release, state: state, in: workspace)
        }
        ?? ComponentLayout(
          of: name,
          at: workspace.repository.commit(tip).tree,
          state: state,
          in: workspace
        )
      return Result(
        component: name,
        old: first.version,
        new: second?.version,
        files: try workspace.repository.patches(
          from: before.folder.tree,
          to: after.folder.tree
        ),
        interface: try comparing?.comparison(
          from: before,
          to: after,
          in: workspace,
          progress: progress
        )
      )
    }
  }
}
