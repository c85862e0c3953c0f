package import Git
package import Base
package import Model
import Releases
package import Versions

/// The names of the files with metadata that was published with the releases of a component.
package enum SentMetadata {
  package static let confirmedRepositories = ConfirmedRepositories.fileName

  package static func fileName(of release: Release) -> String {
    "\(release.version.withoutBuildMetadata).json"
  }
}

extension Repository {
  /// A file of the folder with the metadata of a component: a JSON object; `nil` if there is none.
  package func sentMetadata(_ name: String, of entry: RegistrySnapshot.Entry) throws -> JSONValue? {
    guard let folder = entry.metadata else { return nil }
    let entries = try self.entries(of: folder)
    guard let file = entries.first(where: { $0.name == name && $0.mode == .file }) else {
      return nil
    }
    return try JSONValue(reading: blob(file.id), file: name)
  }
}

extension Manifest {
  /// The repositories of a release: the one that the manifest names, or those in its metadata that
  /// the operator confirmed.
  package func repositories(
    of name: ComponentName,
    with releases: [Release],
    sent: JSONValue?,
    confirmed: JSONValue?
  ) -> [RepositoryURL] {
    if let own = repository(of: name, with: releases) { return [own] }
    guard let sent, let confirmed else { return [] }
    let known = ConfirmedRepositories(confirmed)
    return PublishedMetadata.repositories(in: sent).filter(known.contains)
  }
}
