package import Base
package import Model
package import Versions

/// What became of a release that was to be published.
package struct PublishedItem: Sendable {
  package enum Outcome: String, Sendable {
    case published
    /// The registry has exactly this content.
    case unchanged
    /// The registry has it and is still processing it.
    case accepted
    /// It would be sent.
    case planned
    /// It was withdrawn, and is not sent.
    case withdrawn
    /// The registry refused it, or has other content.
    case failed
    /// It depends on a component that was not published.
    case waiting
  }

  package let component: ComponentName
  package let version: SemanticVersion
  package let archive: ArchiveChecksum
  package let outcome: Outcome
  /// Whether it is withdrawn here, but not at the registry.
  package let isStillOffered: Bool
  /// Why it failed or waits.
  package var error: OperationError?
}
