package import Base
package import Git
package import Model
package import Versions

/// The components and apps that changes reach.
package struct AffectedParts: Sendable {
  /// What is compared, by commits.
  package let base: ObjectID
  package let tip: ObjectID
  /// Whether uncommitted changes count too.
  package let usesWorkingFiles: Bool
  /// By name.
  package let components: [Part<ComponentName>]
  /// By name.
  package let apps: [Part<AppName>]

  package struct Part<PartName: Hashable & Sendable>: Hashable, Sendable {
    package let name: PartName
    package let path: TreePath
    package let reason: Reason
    /// Whether there is a `Package.swift` at the path.
    package let isPackage: Bool
    /// Whether its manifest declares a test target, as far as that can be read.
    package let hasTests: Bool
  }

  package enum Reason: Hashable, Sendable {
    /// Its own files differ.
    case changed
    /// It is built from other releases, or has other pins.
    case releases
    /// It depends on what changed; the packages on the way, from the nearest to the one that changed.
    case dependency([String])
    /// What it depends on cannot be read, so it may depend on what changed.
    case unread(OperationError)
  }
}
