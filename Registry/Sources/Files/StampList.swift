/// Stamps of files and folders, in a form that is fast to compare.
package struct StampList: Sendable {
  /// The folder that the paths are relative to.
  package let folder: String
  /// For each file its stamp as it is in memory, its path, and a zero byte.
  package private(set) var bytes: ArraySlice<UInt8>

  package init(folder: String, bytes: ArraySlice<UInt8> = []) {
    self.folder = folder
    self.bytes = bytes
  }

  package mutating func add(_ path: String, _ stamp: FileStamp) {
    withUnsafeBytes(of: stamp) { bytes += $0 }
    bytes += path.utf8
    bytes.append(0)
  }

  /// Whether all of them are unchanged.
  package func holds() -> Bool {
    LocalFile.opening(folder: folder, holds) ?? false
  }

  /// The same, relative to an open folder.
  package func holds(from descriptor: Int32) -> Bool {
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
