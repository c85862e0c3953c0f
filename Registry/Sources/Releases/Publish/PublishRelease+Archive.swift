import Errors
import Git
import GitValues
import RegistryModel
import SourceArchive
import Versioning
import Workspace

extension PublishRelease {
  /// What a record says of files as an archive: they are what was sent, whatever is stored of them.
  static func archive(
    of name: ComponentName,
    _ version: SemanticVersion,
    files: [File]
  ) throws -> ArchiveChecksum {
    var contents: [TreePath: [UInt8]] = [:]
    let archive = try judging(.invalidPackage) {
      let entries = try files.map { file in
        let path = try TreePath(file.path)
        contents[path] = file.content
        return ArchiveEntry(path: path, kind: file.archiveKind)
      }
      return try StoredArchive(root: "\(name)-\(version)", entries: entries)
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
