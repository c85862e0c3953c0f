private import CArchive

#if canImport(Darwin)
  private import Darwin
#else
  private import Glibc
#endif

/// Reads a zip archive with libarchive, entry by entry.
enum ArchiveReader {
  private static let chunk = 64 << 10

  static func read(
    _ bytes: [UInt8],
    into collector: inout FileCollector
  ) throws(UnpackingError) {
    guard let archive = archive_read_new() else {
      throw UnpackingError(.damaged, "out of memory")
    }
    defer { archive_read_free(archive) }
    // The directory of the archive counts, as it does for those who unpack it later.
    archive_read_support_format_zip_seekable(archive)
    var failure: UnpackingError?
    bytes.withUnsafeBytes { buffer in
      do throws(UnpackingError) {
        try check(archive_read_open_memory(archive, buffer.baseAddress, buffer.count), archive)
        try readEntries(archive, into: &collector)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }

  private static func readEntries(
    _ archive: OpaquePointer,
    into collector: inout FileCollector
  ) throws(UnpackingError) {
    var entry: OpaquePointer?
    while true {
      let result = archive_read_next_header(archive, &entry)
      if result == ARCHIVE_EOF { return }
      try check(result, archive)
      guard let entry, let name = archive_entry_pathname(entry),
        let path = String(validatingCString: name)
      else { throw UnpackingError(.invalidPath, "a name is not UTF-8") }
      guard let inner = try collector.begin(path) else {
        guard archive_entry_filetype(entry) == S_IFDIR else {
          throw UnpackingError(.invalidPath, "'\(path)' lies in no folder, expected one at the top")
        }
        continue
      }
      switch archive_entry_filetype(entry) {
      case S_IFDIR: continue
      case S_IFREG: break
      default:
        throw UnpackingError(.unsupportedEntry, "'\(path)' is neither a file nor a folder")
      }
      guard archive_entry_hardlink(entry) == nil, archive_entry_symlink(entry) == nil else {
        throw UnpackingError(.unsupportedEntry, "'\(path)' is a link")
      }
      guard archive_entry_is_encrypted(entry) == 0 else {
        throw UnpackingError(.unsupportedEntry, "'\(path)' is encrypted")
      }
      let mode = archive_entry_perm(entry)
      guard mode & 0o7000 == 0 else {
        throw UnpackingError(
          .unsupportedEntry,
          "'\(path)' has the mode '\(String(mode, radix: 8))', expected 644 or 755"
        )
      }
      collector.add(
        UnpackedArchive.File(
          path: inner,
          isExecutable: mode & 0o100 != 0,
          content: try content(of: archive, at: path, counting: &collector)
        )
      )
    }
  }

  private static func content(
    of archive: OpaquePointer,
    at path: String,
    counting collector: inout FileCollector
  ) throws(UnpackingError) -> [UInt8] {
    var content: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: chunk)
    while true {
      let count = buffer.withUnsafeMutableBytes { bytes in
        archive_read_data(archive, bytes.baseAddress, bytes.count)
      }
      if count == 0 { return content }
      guard count > 0 else { throw damaged(archive) }
      try collector.count(count, ofFile: content.count + count, at: path)
      content += buffer[..<count]
    }
  }

  /// Warnings count: what libarchive repairs, another unpacker may read otherwise.
  private static func check(_ result: Int32, _ archive: OpaquePointer) throws(UnpackingError) {
    guard result == ARCHIVE_OK else { throw damaged(archive) }
  }

  private static func damaged(_ archive: OpaquePointer) -> UnpackingError {
    let reason = archive_error_string(archive).map { String(cString: $0) } ?? "no reason is given"
    return UnpackingError(.damaged, "the archive cannot be read: \(reason)")
  }
}
