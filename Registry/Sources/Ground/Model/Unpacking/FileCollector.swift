import Base
private import CZlib
import Git

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

/// The contents of entries, compressed or not, checked against their checksums.
enum Inflation {
  /// - Parameter packed: The bytes as the archive has them.
  /// - Throws: ``OperationError/Code/damagedArchive`` for any content but one of the size and checksum
  ///   that the entry says; never more than that size is made.
  static func content(
    of entry: ZipEntry,
    from packed: ArraySlice<UInt8>
  ) throws(OperationError) -> [UInt8] {
    let content =
      switch entry.method {
      case .stored: Array(packed)
      case .deflated: inflated(packed, size: entry.size)
      }
    guard let content, content.count == entry.size, checksum(of: content) == entry.checksum else {
      throw OperationError(.damagedArchive, "'\(entry.path)' is damaged")
    }
    return content
  }

  /// `nil` for what does not end exactly at both sizes.
  private static func inflated(_ packed: ArraySlice<UInt8>, size: Int) -> [UInt8]? {
    var input = Array(packed)
    var stream = unsafe z_stream()
    // Negative for bare deflated data, without a head of its own.
    let window = -MAX_WBITS
    let length = unsafe Int32(MemoryLayout<z_stream>.size)
    guard unsafe inflateInit2_(&stream, window, ZLIB_VERSION, length) == Z_OK else { return nil }
    defer { unsafe inflateEnd(&stream) }
    var isWhole = false
    // One byte more, so that there is a place to write to, and too much is noticed.
    let output = unsafe [UInt8](unsafeUninitializedCapacity: size + 1) { buffer, count in
      unsafe input.withUnsafeMutableBufferPointer { input in
        unsafe stream.next_in = input.baseAddress
        unsafe stream.avail_in = uInt(input.count)
        unsafe stream.next_out = buffer.baseAddress
        unsafe stream.avail_out = uInt(buffer.count)
        isWhole = unsafe inflate(&stream, Z_FINISH) == Z_STREAM_END && stream.avail_in == 0
      }
      count = unsafe buffer.count - Int(stream.avail_out)
    }
    guard isWhole, output.count == size else { return nil }
    return output
  }

  private static func checksum(of bytes: [UInt8]) -> UInt32 {
    unsafe bytes.withUnsafeBufferPointer { unsafe UInt32(crc32(0, $0.baseAddress, uInt($0.count))) }
  }
}

/// The paths that an archive has so far, as file systems see them that fold names.
struct TakenPaths {
  private struct Place {
    let name: Substring
    let folder: Int
    let kind: ZipEntry.Kind
  }

  private let longestName: Int
  /// The paths by the number of each name as such file systems fold it.
  private var tree = PathTree<Int, Place>(root: Place(name: "", folder: 0, kind: .folder))
  /// The numbers of the names, by their bytes: each is checked and folded once, since an archive may
  /// have long names of folders in all its paths.
  private var names: [[UInt8]: Int] = [:]
  private var folded: [String: Int] = [:]

  /// - Parameter longestName: In bytes.
  init(longestName: Int) {
    self.longestName = longestName
  }

  /// The fault of a name, as the end of a sentence; `nil` if it has none.
  mutating func fault(in name: Substring) -> String? {
    let bytes = Array(name.utf8)
    guard names[bytes] == nil else { return nil }
    if bytes.count > longestName { return "a name has more than \(longestName) bytes" }
    if let fault = PortableName.fault(in: name) { return fault }
    // Strings compare by canonical equivalence, so composition needs no step of its own.
    let fold = name.uppercased().lowercased()
    let number = folded[fold] ?? folded.count
    folded[fold] = number
    names[bytes] = number
    return nil
  }

  /// Refuses what is one file with another on some system.
  ///
  /// - Parameter parts: Names without a fault.
  mutating func take(_ parts: [Substring], as kind: ZipEntry.Kind) throws(OperationError) {
    var folder = 0
    for (index, part) in parts.enumerated() {
      guard let name = names[Array(part.utf8)] else { preconditionFailure("names are checked") }
      let kind = index + 1 < parts.count ? .folder : kind
      guard let number = tree.number(of: name, in: folder) else {
        let place = Place(name: part, folder: folder, kind: kind)
        folder = tree.add(place, as: name, in: folder)
        continue
      }
      let other = tree.places[number]
      guard other.name.utf8.elementsEqual(part.utf8) else {
        let (first, second) = TreeNameRules.distinct(path(of: other), path(of: part, in: folder))
        throw OperationError(
          .invalidPath,
          "'\(first)' and '\(second)' are the same file on some systems"
        )
      }
      switch (kind, other.kind) {
      case (.folder, .folder): break
      case (.folder, .link), (.link, .folder):
        throw OperationError(.invalidPath, "the link '\(path(of: other))' is a folder, too")
      default:
        throw OperationError(.invalidPath, "'\(path(of: other))' occurs twice")
      }
      folder = number
    }
  }

  private func path(of place: Place) -> String {
    path(of: place.name, in: place.folder)
  }

  private func path(of name: Substring, in folder: Int) -> String {
    folder == 0 ? String(name) : "\(path(of: tree.places[folder]))/\(name)"
  }
}

/// The rules for file names that are valid on every system.
enum PortableName {
  /// The fault of a name, as the end of a sentence; `nil` if it has none.
  static func fault(in name: Substring) -> String? {
    if name.isEmpty { return "a name is empty" }
    if name == "." || name == ".." { return "'\(name)' is not a name" }
    for scalar in name.unicodeScalars {
      switch scalar {
      case "\0"..."\u{1f}", "\u{7f}"..."\u{9f}": return "a name contains a control character"
      case "\\", "<", ">", ":", "\"", "|", "?", "*":
        return "names cannot contain '\(scalar)' on Windows"
      default: continue
      }
    }
    if name.utf8.last == UInt8(ascii: ".") || name.utf8.last == UInt8(ascii: " ") {
      return "no name can end in '\(name.suffix(1))' on Windows"
    }
    return TreeNameRules.device(named: name).map { "'\($0)' is a device on Windows" }
  }
}
