import Files
import GitValues

/// The working files as git looked at them when it wrote its index.
///
/// A file that has the size, the times and the number that the index remembers has not changed, as git
/// itself decides it. So nothing has to be read, by the library neither, to prove that a folder is as
/// it was checked out. For what is not proved, the library has to be asked, which knows of filters,
/// ignored files and all else.
struct IndexFiles {
  struct Entry {
    /// Where its path is among all names; a zero byte follows.
    let name: Range<Int>
    let kind: LocalFile.Kind
    let isExecutable: Bool
    let size: UInt32
    let inode: UInt32
    /// In nanoseconds since 1970.
    let modified: Int
    let changed: Int
    /// Whether what is remembered tells anything of the content.
    let isCertain: Bool
  }

  /// The paths of all entries, as bytes.
  private(set) var names: [UInt8] = []
  /// In the order of their paths.
  private(set) var entries: [Entry] = []

  /// Reads the bytes of an index; `nil` if it is in a form that git does not write by default.
  ///
  /// - Parameter written: When the index was written, in nanoseconds since 1970. A file that was
  ///   written no earlier may have changed since, at the same time as it has now.
  init?(_ index: [UInt8], written: Int) {
    guard index.count > ObjectID.byteCount else { return nil }
    var reader = IndexTrees.Reader(index, end: index.count - ObjectID.byteCount)
    var fields: [(start: Int, name: Range<Int>)] = []
    var previous = 0..<0
    let isRead = reader.readEntries { start, kept, name in
      let place = names.count
      if let kept { names += names[previous.prefix(kept)] }
      names += index[name]
      previous = place..<names.count
      names.append(0)
      fields.append((start, previous))
    }
    guard isRead else { return nil }
    while let (signature, _) = reader.nextExtension() {
      // What has to be understood, such as that other files belong to the index.
      if let first = signature.first, first >= UInt8(ascii: "a") { return nil }
    }
    entries.reserveCapacity(fields.count)
    for (start, name) in fields {
      guard let entry = Entry(index, at: start, name, reader, written: written) else { return nil }
      entries.append(entry)
    }
  }
}

extension IndexFiles.Entry {
  private static let executableBits = 0o111

  fileprivate init?(
    _ index: [UInt8],
    at start: Int,
    _ name: Range<Int>,
    _ reader: IndexTrees.Reader,
    written: Int
  ) {
    func word(_ number: Int) -> Int? { reader.word(at: start + 4 * number) }
    func time(at number: Int) -> Int? {
      guard let seconds = word(number), let nanoseconds = word(number + 1) else { return nil }
      return seconds * 1_000_000_000 + nanoseconds
    }
    guard let changed = time(at: 0), let modified = time(at: 2), let inode = word(5),
      let mode = word(6), let size = word(9)
    else { return nil }
    (self.name, self.changed, self.modified) = (name, changed, modified)
    (self.inode, self.size) = (UInt32(inode), UInt32(size))
    let known = UInt32(mode) == FileMode.link.rawValue ? LocalFile.Kind.link : .file
    kind = known
    isExecutable = mode & Self.executableBits != 0
    let modes: [FileMode] = [.file, .executable, .link]
    let isFile = modes.contains { $0.rawValue == UInt32(mode) }
    // Conflicts, and what is not to be looked at: git decides these by more than the file.
    let isPlain = index[start + 60] & 0b1111_0000 == 0
    // Git writes no size for what it is not sure of.
    let id = unsafe index[start + 40..<start + 60].withUnsafeBytes { unsafe ObjectID(bytes: $0) }
    let isSized = size > 0 || id == .emptyBlob
    isCertain = isFile && isPlain && isSized && modified < written
  }

  /// Whether the file is as it was when git looked at it.
  func matches(_ facts: FileFacts) -> Bool {
    isCertain && facts.kind == kind
      && facts.stamp.modified == modified && facts.stamp.changed == changed
      && UInt32(truncatingIfNeeded: facts.stamp.size) == size
      && UInt32(truncatingIfNeeded: facts.stamp.inode) == inode
      && (kind == .link || (facts.permissions & 0o100 != 0) == isExecutable)
  }
}
