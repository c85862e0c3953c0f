import Errors
import PackageRules
import RegistryModel
import Releases
import Workspace

extension AdoptionProposal {
  /// Whether the repository shows no sign that its packages are published, and rules for published
  /// packages would refuse releases.
  ///
  /// Such a repository has an app, no tags of the versions of components, and no dependency on
  /// repositories of its own packages. Tags that name none of several components are the app's.
  func isForItself(_ past: AdoptedPast, _ findings: [PackageFinding]) -> Bool {
    let isTagged = past.schemes.contains { !$0.pattern.isOfAll || manifest.components.count == 1 }
    return !manifest.apps.isEmpty && !isTagged && (past.matchedTags ?? 0) == 0
      && past.baselines.isEmpty && !findings.contains { $0.error.code == .ownRepository }
      && findings.contains { $0.isForPublishing && $0.severity == .error }
  }
}
