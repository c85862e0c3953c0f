/// The names taken so far, folders included.
struct ArchiveNamespace {
  private struct Taken {
    let path: Substring
    let isFolder: Bool
  }

  private var taken: [String: Taken] = [:]

  mutating func insert(_ path: String) throws(SourceArchiveError) {
    let names = try ArchivePath.names(of: path)
    for (name, isFolder) in zip(names, names.indices.map { $0 < names.count - 1 }) {
      let prefix = path[..<name.endIndex]
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
  }
}
