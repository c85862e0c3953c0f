import Base

/// A name in a tree, with the object that it names.
package struct TreeEntry: Hashable, Sendable {
  /// The name, with replacement characters for bytes that are not UTF-8.
  package let name: String
  package let mode: FileMode
  /// The tree, blob or commit that the name leads to.
  package let id: ObjectID

  package init(name: String, mode: FileMode, id: ObjectID) {
    self.name = name
    self.mode = mode
    self.id = id
  }

  /// Whether git sorts the entry before another one: a directory's name counts with a slash behind
  /// it.
  func isSorted(before other: TreeEntry) -> Bool {
    guard mode == .tree || other.mode == .tree else {
      return name.utf8.lexicographicallyPrecedes(other.name.utf8)
    }
    return sortingKey.lexicographicallyPrecedes(other.sortingKey)
  }

  private var sortingKey: [UInt8] {
    Array(name.utf8) + (mode == .tree ? [UInt8(ascii: "/")] : [])
  }
}

/// The mode of a tree entry.
package enum FileMode: UInt32, Hashable, Sendable {
  case tree = 0o040000
  case file = 0o100644
  case executable = 0o100755
  case link = 0o120000
  /// A commit of another repository.
  case submodule = 0o160000

  /// Reads a mode from a tree or an index; group-writable files, which old gits wrote, are files.
  init?(stored mode: UInt32) {
    self.init(rawValue: mode == 0o100664 ? 0o100644 : mode)
  }
}

extension FileMode {
  /// Reads a mode as git prints it.
  package init?(octal digits: some StringProtocol) {
    guard let mode = UInt32(digits, radix: 8) else { return nil }
    self.init(stored: mode)
  }

  /// The mode as git prints it, six octal digits.
  package var octal: String {
    let digits = String(rawValue, radix: 8)
    return String(repeating: "0", count: 6 - digits.count) + digits
  }
}

/// A path at which two trees differ.
package struct TreeChange: Hashable, Sendable {
  package let path: TreePath
  /// The entry in the older tree; `nil` if the path was added.
  package let old: TreeEntry?
  /// The entry in the newer tree; `nil` if the path was removed.
  package let new: TreeEntry?
}

/// The change of one file between two trees.
package struct FilePatch: Hashable, Sendable {
  /// A file that only one of the trees has, or that differs between them.
  package enum Kind: String, Hashable, Sendable {
    case added
    case removed
    case changed
  }

  /// The path, with replacement characters for bytes that are not UTF-8.
  package let path: String
  package let kind: Kind
  package let addedLines: Int
  package let removedLines: Int
  /// The patch as `git diff` prints it, with three lines around each change.
  package let text: String
}

/// The bytes of the trees that were read last: a walk through history compares each tree with the one
/// after it and then with the one before.
struct RecentTrees {
  private struct Entry {
    let id: ObjectID
    let bytes: [UInt8]
  }

  /// For a few levels of folders on a few lines of development.
  private static let capacity = 16

  private var entries: [Entry] = []
  private var oldest = 0

  mutating func bytes(
    of tree: ObjectID,
    in repository: borrowing Repository
  ) throws(OperationError) -> [UInt8] {
    if tree == .emptyTree { return [] }
    if let known = entries.first(where: { $0.id == tree }) { return known.bytes }
    let bytes = try unsafe repository.withUnverifiedObject(tree, .tree) { unsafe Array($0) }
    let entry = Entry(id: tree, bytes: bytes)
    if entries.count < Self.capacity {
      entries.append(entry)
    } else {
      entries[oldest] = entry
      oldest = (oldest + 1) % Self.capacity
    }
    return bytes
  }
}
