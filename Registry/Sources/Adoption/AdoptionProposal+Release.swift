import Errors
import PackageRules
import RegistryModel
import Releases
import Workspace

extension AdoptionProposal {
  /// Whether the repository shows no sign that its packages are published, and rules for published
  /// packages would refuse releases: it has an app, no tags of versions, and no dependency on
  /// repositories of its own packages.
  func isForItself(_ past: AdoptedPast, _ findings: [PackageFinding]) -> Bool {
    !manifest.scaffolds.isEmpty && past.schemes.isEmpty && (past.matchedTags ?? 0) == 0
      && past.baselines.isEmpty && !findings.contains { $0.error.code == .ownRepository }
      && findings.contains { $0.isForPublishing && $0.severity == .error }
  }
}
