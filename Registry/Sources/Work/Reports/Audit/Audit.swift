package import Base
package import Checks
import Git
package import Model
package import SemverRules
package import Versions

/// Checks that the versions of past releases match the changes of their public interfaces.
package struct Audit: Sendable {
  /// The components as they were typed; none means all.
  package var components: [String]
  /// The comparison of the interfaces of two releases.
  package var comparing: any InterfaceComparing
  /// Told what is being done: it may take minutes.
  package var progress: @Sendable (OperationProgress) -> Void

  package init(
    of components: [String] = [],
    comparing: any InterfaceComparing,
    progress: @escaping @Sendable (OperationProgress) -> Void = { _ in }
  ) {
    self.components = components
    self.comparing = comparing
    self.progress = progress
  }

  /// Returns the audited releases by component, each from its oldest release on.
  package func run(in workspace: borrowing Workspace) throws(OperationError) -> [AuditedRelease] {
    try unifyingErrors {
      guard let tip = workspace.tip else {
        throw OperationError.noCommit()
      }
      let state = try workspace.state(at: tip)
      var audited: [AuditedRelease] = []
      for (name, _) in try state.manifest.selected(components) {
        let log = try workspace.log(of: name, in: state)
        for release in log.releases {
          audited.append(try audit(release, of: name, log, state, workspace))
        }
      }
      return audited
    }
  }

  private func audit(
    _ release: Release,
    of name: ComponentName,
    _ log: ReleaseLog,
    _ state: RegistryState,
    _ workspace: borrowing Workspace
  ) throws -> AuditedRelease {
    let previous = log.promise(before: release.version, at: release.date)
    let outcome: Result<InterfaceComparison, OperationError>
    do {
      let old = try previous.map { previous in
        try ComponentLayout(of: name, asReleased: previous, state: state, in: workspace)
      }
      outcome = .success(
        try comparing.comparison(
          from: old,
          to: ComponentLayout(of: name, asReleased: release, state: state, in: workspace),
          in: workspace,
          progress: { progress($0.part(of: "\(name) \(release.version): ")) }
        )
      )
    } catch let failure {
      let error = OperationError(failure)
      // Of one release nothing can be said; without the tools, of none.
      guard error.code.concern == .component else { throw error }
      outcome = .failure(error)
    }
    return AuditedRelease(
      component: name,
      release: release,
      previous: previous,
      isYanked: log.yank(of: release.version) != nil,
      outcome: outcome
    )
  }
}

/// A past release, and whether its version matches the changes of its public interface.
package struct AuditedRelease: Sendable {
  /// The result of the audit of one release.
  package enum Verdict: String, Sendable {
    case valid
    /// The release has incompatible changes that its version does not allow, and its record has a
    /// reason for accepting them.
    case accepted
    case tooLow = "too-low"
    /// There is no earlier release to compare with, or no library.
    case exempt
    case unknown
  }

  package let component: ComponentName
  package let release: Release
  /// The release that it follows.
  package let previous: Release?
  /// Whether the release is withdrawn.
  package let isYanked: Bool
  /// The comparison with the previous release; an error if one of the two could not be built or
  /// read.
  package let outcome: Result<InterfaceComparison, OperationError>

  /// The changes since the previous release; `nil` if there are none to compare, or the comparison
  /// failed.
  package var difference: InterfaceDifference? {
    guard case .success(.difference(let difference)) = outcome else { return nil }
    return difference
  }

  /// The lowest version that the changes allow.
  package var lowestAllowedVersion: SemanticVersion? {
    guard let previous, let difference else { return nil }
    return difference.level.lowestAllowedVersion(after: previous.version)
  }

  /// Whether the version allows the changes.
  package var verdict: Verdict {
    switch outcome {
    case .failure: return .unknown
    case .success(.noLibrary), .success(.firstRelease): return .exempt
    case .success(.difference(let difference)):
      guard let previous else { return .exempt }
      if difference.level.allows(release.version, after: previous.version) { return .valid }
      return release.interface?.accepted == nil ? .tooLow : .accepted
    }
  }
}
