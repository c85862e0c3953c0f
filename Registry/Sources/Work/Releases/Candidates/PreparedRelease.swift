package import Checks
import Git
package import Model
package import Versions

/// A candidate with its version: what a commit records, once it is packed.
package struct PreparedRelease: Sendable {
  /// Read with the files that the release commit edits.
  let candidate: ReleaseCandidate
  package var release: Release
  /// The result of comparing the public interface; `nil` if it was not compared.
  package let evidence: InterfaceEvidence?
  /// What the changelog says before the list of changes.
  var notes: String?
  /// The files of the branch into which the release commit writes the version and the changelog
  /// entry, apart from the registry's own files.
  var editedFiles: [TreePath: [UInt8]] = [:]
  /// `nil` if it is not signed.
  package var signature: ReleaseSignature?
  /// The changelog entry, if it is part of the released files.
  var entry: ChangelogEntry?
  /// The group whose common version it has.
  package var group: GroupName?

  package var component: ComponentName { candidate.name }

  /// The previous release; the changelog entry lists the changes since.
  package var previous: Release? { candidate.log.release(before: release.version) }

  package var tag: String { releaseTag(component, release.version) }
}
