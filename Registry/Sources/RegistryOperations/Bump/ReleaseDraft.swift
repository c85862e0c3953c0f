import Git
import GitValues
import RegistryModel
import Versioning

/// A release that is worked out and not yet part of a commit.
struct ReleaseDraft: Sendable {
  let name: ComponentName
  let component: Component
  let release: Release
  /// From which the changelog entry goes on.
  let previous: Release?
  /// What was found out about the public interface; nothing where nobody asked.
  var evidence: InterfaceEvidence?
  /// The objects that the release consists of.
  let objects: [ObjectID]
}

/// What a request for a release comes to.
enum ReleaseOutcome: Sendable {
  /// The very same content has this version already.
  case standing(Release)
  case draft(ReleaseDraft)
}
