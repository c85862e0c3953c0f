import CArchive
import Foundation

/// A zip archive of any entries, sound or not, that libarchive writes with compression.
struct Zip {
  enum Kind {
    case file([UInt8])
    case folder
    case link(String)
  }

  private(set) var bytes: [UInt8]

  init(_ entries: [(name: String, mode: UInt32, kind: Kind)]) {
    var buffer = [UInt8](repeating: 0, count: 4 << 20)
    var used = 0
    let archive = archive_write_new()
    archive_write_set_format_zip(archive)
    archive_write_zip_set_compression_deflate(archive)
    buffer.withUnsafeMutableBytes { buffer in
      archive_write_open_memory(archive, buffer.baseAddress, buffer.count, &used)
      for (name, mode, kind) in entries {
        let entry = archive_entry_new()
        defer { archive_entry_free(entry) }
        archive_entry_set_pathname(entry, name)
        archive_entry_set_perm(entry, mode)
        switch kind {
        case .file(let content):
          archive_entry_set_filetype(entry, 0o100000)
          archive_entry_set_size(entry, Int64(content.count))
          archive_write_header(archive, entry)
          content.withUnsafeBytes { _ = archive_write_data(archive, $0.baseAddress, $0.count) }
        case .folder:
          archive_entry_set_filetype(entry, 0o040000)
          archive_write_header(archive, entry)
        case .link(let target):
          archive_entry_set_filetype(entry, 0o120000)
          archive_entry_set_symlink(entry, target)
          archive_write_header(archive, entry)
        }
      }
      archive_write_close(archive)
    }
    archive_write_free(archive)
    bytes = Array(buffer[..<used])
  }

  /// Files below a folder `package`.
  init(files: [String: Int]) {
    self.init(
      files.sorted { $0.key < $1.key }.map { name, size in
        let content = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 167 >> 3) }
        return ("package/\(name)", 0o644, .file(content))
      }
    )
  }
}
