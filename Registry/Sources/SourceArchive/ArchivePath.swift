/// The rules for names that every file system and every unpacker takes for the same thing.
enum ArchivePath {
  static let greatestPathLength = 1024
  static let greatestNameLength = 255

  static func names(of path: String) throws(SourceArchiveError) -> [Substring] {
    guard path.utf8.count <= greatestPathLength else {
      throw SourceArchiveError(
        .invalidPath,
        "path of \(path.utf8.count) bytes, expected at most \(greatestPathLength): '\(path)'"
      )
    }
    let names = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    for name in names {
      if let fault = fault(of: name) {
        throw SourceArchiveError(.invalidPath, "invalid path '\(path)': \(fault)")
      }
    }
    return names.map { Substring($0) }
  }

  /// Two names with the same key are one name where case or Unicode composition is not kept.
  ///
  /// Strings compare by canonical equivalence, so composition needs no step of its own.
  static func collisionKey(_ name: some StringProtocol) -> String {
    name.uppercased().lowercased()
  }

  private static func fault(of name: Substring.UTF8View) -> String? {
    if name.isEmpty { return "an empty name" }
    if name.elementsEqual(".".utf8) || name.elementsEqual("..".utf8) {
      return "'\(Substring(name))' as a name"
    }
    if name.contains(UInt8(ascii: "\\")) { return "a backslash" }
    if name.contains(where: { $0 < 0x20 || $0 == 0x7F }) { return "a control character" }
    if name.count > greatestNameLength {
      return "a name of \(name.count) bytes, expected at most \(greatestNameLength)"
    }
    return nil
  }
}
