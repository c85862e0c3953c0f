import Base
import Model
package import Versions

/// Something that verification has to say about the registry's data.
package struct Finding: Error, Hashable, Sendable {
  /// The weight of a finding.
  package enum Severity: String, Hashable, Sendable {
    /// A promise is broken.
    case fault
    /// Worth knowing, and nothing wrong.
    case note
  }

  package let code: Code
  /// Whether the verification fails because of it.
  package let severity: Severity
  package let component: ComponentName?
  package let version: SemanticVersion?
  /// The message: a lower-case fragment without a full stop that does not repeat component and
  /// version.
  package let message: String
  /// The next step for the person, if there is one.
  package let help: String?

  init(
    _ code: Code,
    _ message: String,
    of component: ComponentName? = nil,
    _ version: SemanticVersion? = nil,
    severity: Severity = .fault,
    help: String? = nil
  ) {
    self.code = code
    self.severity = severity
    self.component = component
    self.version = version
    self.message = message
    self.help = help
  }

  /// Creates a fault of the error that stopped a check: nothing can be guaranteed of what cannot be
  /// read.
  init(_ error: OperationError, of component: ComponentName?, _ version: SemanticVersion? = nil) {
    self.init(
      Code(rawValue: error.code.rawValue),
      error.context.map { "\($0): \(error.message)" } ?? error.message,
      of: component,
      version,
      help: error.help
    )
  }
}

extension Finding {
  /// The kind of finding; open, and shared with errors: one that stopped a check keeps its code.
  package struct Code: Hashable, Sendable {
    /// The code in words with hyphens, as commands print it.
    package let rawValue: String

    /// The manifest names a version that the log does not have.
    static let unrecordedVersion = Code(rawValue: "unrecorded-version")
    /// The log has releases, and the manifest names none.
    static let missingVersion = Code(rawValue: "missing-version")
    /// A log of a component that the manifest no longer lists.
    static let retiredComponent = Code(rawValue: "retired-component")
    /// A file among the logs that is none.
    static let unknownFile = Code(rawValue: "unknown-file")
    static let missingTree = Code(rawValue: "missing-tree")
    static let archiveMismatch = Code(rawValue: "archive-mismatch")
    static let sourceMismatch = Code(rawValue: "source-mismatch")
    static let tagMismatch = Code(rawValue: "tag-mismatch")
    static let missingTag = Code(rawValue: "missing-tag")
    /// A tag named like a release that no log has.
    static let strayTag = Code(rawValue: "stray-tag")
    static let unknownRequirement = Code(rawValue: "unknown-requirement")
    static let unmetRequirement = Code(rawValue: "unmet-requirement")
    /// A requirement of a release is on a withdrawn release, or on one that cannot be resolved
    /// itself.
    static let unresolvableRelease = Code(rawValue: "unresolvable-release")
    /// An app pins what no release is.
    static let unmetPin = Code(rawValue: "unmet-pin")
    /// The record of what the pins came to names an unknown release.
    static let unrecordedResolution = Code(rawValue: "unrecorded-resolution")
    /// The manifest names a folder that the commit does not have.
    static let missingFolder = Code(rawValue: "missing-folder")
    /// An entry of the changelog has lines of another one.
    static let changelogMismatch = Code(rawValue: "changelog-mismatch")
    static let missingRecord = Code(rawValue: "missing-record")
    /// A release whose interface was not compared.
    static let uncheckedInterface = Code(rawValue: "unchecked-interface")
    /// A release that broke its interface and promised not to, for a reason.
    static let acceptedBreakage = Code(rawValue: "accepted-breakage")
    /// A fixed group whose components have different versions.
    static let unevenGroup = Code(rawValue: "uneven-group")
    /// A release without a signature, where the manifest requires them.
    static let missingSignature = Code(rawValue: "missing-signature")
    static let invalidSignature = Code(rawValue: "invalid-signature")
    /// Signatures that any certificate may have made.
    static let anyRoot = Code(rawValue: "any-root")
    static let uncommittedData = Code(rawValue: "uncommitted-data")
  }
}
