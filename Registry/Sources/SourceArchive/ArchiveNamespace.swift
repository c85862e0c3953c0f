/// The names taken so far, folders included.
struct ArchiveNamespace {
  private struct Taken {
    let path: Substring
    let isFolder: Bool
  }

  private var taken: [String: Taken] = [:]
  /// The folder of the path before, with a slash behind it: one look at it does for all its files.
  private var folder: Substring = ""

  mutating func insert(_ path: String) throws(SourceArchiveError) {
    let names = try ArchivePath.names(of: path)
    let known = path.utf8.starts(with: folder.utf8) ? folder.utf8.count : 0
    for (index, name) in names.enumerated() {
      let prefix = path[..<name.endIndex]
      if prefix.utf8.count < known { continue }
      let isFolder = index < names.count - 1
      let key = ArchivePath.collisionKey(prefix)
      guard let other = taken[key] else {
        taken[key] = Taken(path: prefix, isFolder: isFolder)
        continue
      }
      guard prefix.utf8.elementsEqual(other.path.utf8) else {
        throw SourceArchiveError(
          .collision,
          "'\(other.path)' and '\(prefix)' are one name on some file systems",
          help: "rename one of them"
        )
      }
      guard isFolder, other.isFolder else {
        throw SourceArchiveError(.collision, "'\(prefix)' occurs twice")
      }
    }
    folder = path[..<(names.last?.startIndex ?? path.startIndex)]
  }
}
