#if canImport(Darwin)
  private import Darwin
#else
  private import Glibc
#endif

/// The stamps of files and folders, in a form that is fast to compare.
struct StampList {
  /// The folder that the paths start from.
  let folder: String
  /// Of each file, its stamp as it lies in memory, its path and a zero byte.
  private(set) var bytes: ArraySlice<UInt8>

  init(folder: String, bytes: ArraySlice<UInt8> = []) {
    self.folder = folder
    self.bytes = bytes
  }

  mutating func add(_ path: String, _ stamp: FileStamp) {
    withUnsafeBytes(of: stamp) { bytes += $0 }
    bytes += path.utf8
    bytes.append(0)
  }

  /// Lends a folder to look from for as long as `body` runs; nothing if it cannot be opened.
  static func opening<Result>(_ folder: String, _ body: (Int32) -> Result) -> Result? {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return body(descriptor)
  }

  /// Whether all of them still look so.
  func holds() -> Bool {
    Self.opening(folder, holds) ?? false
  }

  /// The same from the folder, which is open already.
  func holds(from descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let raw = UnsafeRawBufferPointer(rebasing: rest)
        guard raw.count > MemoryLayout<FileStamp>.size else { return false }
        let path = raw[MemoryLayout<FileStamp>.size...]
        guard let end = path.firstIndex(of: 0),
          let start = UnsafeRawBufferPointer(rebasing: path).baseAddress,
          FileStamp.glance(at: start.assumingMemoryBound(to: CChar.self), from: descriptor)
            == raw.loadUnaligned(as: FileStamp.self)
        else { return false }
        rest = rest.dropFirst(end + 1)
      }
      return true
    }
  }
}
