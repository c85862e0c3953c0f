import Errors

/// Reads a zip archive, entry by entry.
enum ArchiveReader {
  static func read(
    _ bytes: [UInt8],
    into collector: inout FileCollector,
    mostEntries: Int
  ) throws(OperationError) {
    let archive = ZipBytes(bytes: bytes)
    let directory = try ZipDirectory(archive, mostEntries: mostEntries)
    for (entry, range) in try ZipLayout(archive, directory).contents {
      try collector.count(entry.size, at: entry.path)
      let path = try collector.begin(entry.path, isLink: entry.isLink)
      let content = try Inflation.content(of: entry, from: bytes[range])
      guard let kind = try kind(of: entry, content) else { continue }
      guard let path else {
        throw OperationError(
          .invalidPath,
          "'\(entry.path)' is not in a folder, expected one top-level folder"
        )
      }
      collector.add(UnpackedArchive.File(path: path, kind: kind, content: content))
    }
  }

  /// `nil` for a folder, which the paths of its files name.
  private static func kind(
    of entry: ZipEntry,
    _ content: [UInt8]
  ) throws(OperationError) -> UnpackedArchive.File.Kind? {
    switch entry.kind {
    case .file(let isExecutable): return isExecutable ? .executable : .file
    case .link:
      guard let target = String(validating: content, as: UTF8.self) else {
        throw OperationError(
          .invalidLink,
          "the link '\(entry.path)' has a target that is not UTF-8"
        )
      }
      return .link(target: target)
    case .folder:
      guard content.isEmpty else {
        throw OperationError(.damagedArchive, "the folder '\(entry.path)' has content")
      }
      return nil
    }
  }
}
