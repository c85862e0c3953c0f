import Base

/// Collects the files of an archive, and refuses those beyond the limits before they are
/// unpacked.
struct FileCollector {
  private(set) var files: [UnpackedArchive.File] = []

  private let archiveSize: Int
  private let limits: UnpackingLimits
  private var root: Substring?
  private var unpacked = 0
  private var taken: TakenPaths

  init(archiveSize: Int, limits: UnpackingLimits) {
    self.archiveSize = archiveSize
    self.limits = limits
    taken = TakenPaths(longestName: limits.name)
  }

  /// - Parameter packed: The entry's bytes as the archive has them.
  mutating func add(_ entry: ZipEntry, packed: ArraySlice<UInt8>) throws(OperationError) {
    try count(entry.size, at: entry.path)
    let path = try begin(entry.path, as: entry.kind)
    let content = try Inflation.content(of: entry, from: packed)
    guard let kind = try Self.kind(of: entry, content) else { return }
    guard let path else {
      throw OperationError(
        .invalidPath,
        "'\(entry.path)' is not in a folder, expected one top-level folder"
      )
    }
    files.append(UnpackedArchive.File(path: path, kind: kind, content: content))
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

  /// The path below the top-level folder; `nil` for that folder itself.
  mutating func begin(_ path: String, as kind: ZipEntry.Kind) throws(OperationError) -> String? {
    guard path.utf8.count <= limits.path else {
      throw OperationError(
        .invalidPath,
        "a path of \(path.utf8.count) bytes, expected at most \(limits.path)"
      )
    }
    // By bytes, as systems read it: a mark behind a slash would make another character of the two.
    let slash = UInt8(ascii: "/")
    let whole = path.utf8.last == slash ? path.utf8.dropLast() : path.utf8[...]
    let parts = whole.split(separator: slash, omittingEmptySubsequences: false).map(Substring.init)
    guard parts.count <= limits.depth else {
      throw OperationError(.invalidPath, "'\(path)' has more than \(limits.depth) parts")
    }
    for part in parts {
      if let fault = taken.fault(in: part) {
        throw OperationError(.invalidPath, "invalid path '\(path)', \(fault)")
      }
    }
    guard let first = parts.first, root == nil || root == first else {
      throw OperationError(
        .invalidPath,
        "'\(path)' is outside the folder '\(root ?? "")', expected one top-level folder"
      )
    }
    root = first
    try taken.take(parts, as: kind)
    return parts.count > 1 ? parts.dropFirst().joined(separator: "/") : nil
  }

  /// Counts the bytes that an entry says it has: no more are made of it.
  private mutating func count(_ size: Int, at path: String) throws(OperationError) {
    unpacked += size
    guard size <= limits.file else {
      throw OperationError(.tooLarge, "'\(path)' has more than \(limits.file) bytes")
    }
    guard unpacked <= limits.unpacked else {
      throw OperationError(.tooLarge, "more than \(limits.unpacked) bytes unpacked")
    }
    guard unpacked <= limits.freeBytes || unpacked / limits.ratio <= archiveSize else {
      throw OperationError(
        .tooLarge,
        "more than \(limits.ratio) bytes unpacked for each byte of the archive"
      )
    }
  }
}
