import Git
import RegistryModel
import SourceArchive
import Versioning

extension PublishRelease {
  /// What a record says of files as an archive: they are what was sent, whatever is stored of them.
  static func archive(
    of name: ComponentName,
    _ version: SemanticVersion,
    files: [File]
  ) throws -> ArchiveChecksum {
    let contents = Dictionary(files.map { ($0.path, $0.content) }) { first, _ in first }
    let archive = try judging(.invalidPackage) {
      try StoredArchive(
        root: "\(name)-\(version)",
        entries: files.map { ArchiveEntry(path: $0.path, kind: $0.archiveKind) }
      )
    }
    let summary = try archive.write(contents: { contents[$0.path] ?? [] }, to: { _ in })
    return try ArchiveChecksum(hexadecimal: summary.checksum)
  }
}

extension PublishRelease.File {
  fileprivate var archiveKind: ArchiveEntry.Kind {
    switch mode {
    case .executable: .executable
    case .link: .link(target: String(decoding: content, as: UTF8.self))
    case .file, .tree, .submodule: .file
    }
  }
}
