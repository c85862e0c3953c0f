package import Base

/// A place in a tree, from the tree's root: names with `/` between them, none of them hostile.
///
/// Two paths are equal if their bytes are: the file systems that fold case or normalise are the
/// concern of ``TreeNameRules``.
package struct TreePath: Sendable {
  /// The path as git spells it: empty for the root.
  package let string: String

  /// The path of the whole tree.
  package static let root = TreePath(unchecked: "")

  /// Reads a path such as `Components/Payments`; the empty string and `.` are the root.
  package init(_ string: String) throws(OperationError) {
    guard string != ".", !string.isEmpty else {
      self = .root
      return
    }
    for name in Self.names(in: string, keepingEmpty: true) {
      if let fault = TreeNameRules.fault(in: String(name)) {
        throw OperationError(
          .invalidPath,
          "invalid path '\(TreeNameRules.escaped(string))', \(fault)"
        )
      }
    }
    self.string = string
  }

  /// A path that another path or an entry of a tree was checked for.
  package init(unchecked string: String) {
    self.string = string
  }

  package var isRoot: Bool { string.isEmpty }

  private static let slash = UInt8(ascii: "/")

  /// The names in the path, from the outermost folder on; none for the root.
  package var names: [Substring] { Self.names(in: string) }

  /// The names in any text that is a path for some system, with `.` and `..` as they are.
  ///
  /// By bytes, as systems read it: a combining mark behind a slash would make one character of the
  /// two, which is no slash.
  package static func names(
    in text: some StringProtocol,
    keepingEmpty: Bool = false
  ) -> [Substring] {
    Substring(text).utf8.split(separator: slash, omittingEmptySubsequences: !keepingEmpty)
      .map(Substring.init)
  }

  /// Whether any text that is a path for some system starts at that system's root.
  package static func isAbsolute(_ text: some StringProtocol) -> Bool { text.utf8.first == slash }

  /// The names to which `.`, `..` and empty names in a path lead from a folder; `nil` where it leads
  /// above the root.
  package static func names(in text: some StringProtocol, from folder: TreePath) -> [Substring]? {
    var names = folder.names
    for name in Self.names(in: text) where name != "." {
      if name != ".." {
        names.append(name)
      } else if names.popLast() == nil {
        return nil
      }
    }
    return names
  }

  /// The last name; empty for the root.
  package var name: Substring {
    let start = string.utf8.lastIndex(of: Self.slash).map(string.utf8.index(after:))
    return string[(start ?? string.startIndex)...]
  }

  /// The path without its last name; the root for a single name.
  package var parent: TreePath {
    guard let end = string.utf8.lastIndex(of: Self.slash) else { return .root }
    return TreePath(unchecked: String(string[..<end]))
  }

  /// The folders that contain the path, the nearest first and without the root.
  package var ancestors: [TreePath] {
    var folders: [TreePath] = []
    var path = parent
    while !path.isRoot {
      folders.append(path)
      path = path.parent
    }
    return folders
  }

  /// The path itself, then the folders that contain it, up to the root.
  package var andAncestors: [TreePath] {
    isRoot ? [self] : [self] + ancestors + [.root]
  }

  /// The path that leads from this folder to `path`.
  package func appending(_ path: TreePath) -> TreePath {
    if isRoot { return path }
    return path.isRoot ? self : TreePath(unchecked: "\(string)/\(path.string)")
  }

  /// Whether the path is `ancestor` or is below it.
  package func isInside(_ ancestor: TreePath) -> Bool {
    if ancestor.isRoot { return true }
    let (bytes, prefix) = (string.utf8, ancestor.string.utf8)
    // Told without a look at the bytes, where many paths are compared with many.
    guard bytes.count >= prefix.count, bytes.starts(with: prefix) else { return false }
    let rest = bytes.dropFirst(prefix.count)
    return rest.isEmpty || rest.first == Self.slash
  }

  /// The path as it is in a folder that contains it.
  package func below(_ folder: TreePath) -> TreePath {
    if folder.isRoot { return self }
    let rest = string.utf8.dropFirst(folder.string.utf8.count + 1)
    return TreePath(unchecked: String(decoding: rest, as: UTF8.self))
  }

  /// How `other` is written from this folder, as in `../FlowKit`; empty for the folder itself.
  package func way(to other: TreePath) -> String {
    let (names, others) = (names, other.names)
    let shared = zip(names, others).prefix { $0.utf8.elementsEqual($1.utf8) }.count
    let up = Array(repeating: Substring(".."), count: names.count - shared)
    return (up + others.dropFirst(shared)).joined(separator: "/")
  }

  /// Paths with equal keys are one file on some file system; see ``TreeNameRules``.
  package var collisionKey: String {
    names.map { TreeNameRules.collisionKey(of: String($0)) }.joined(separator: "/")
  }
}

extension TreePath: CustomStringConvertible {
  /// The path as people and the registry's data spell it: `.` for the root.
  package var description: String { isRoot ? "." : string }
}

extension TreePath: Hashable, Comparable {
  package static func == (left: TreePath, right: TreePath) -> Bool {
    left.string.utf8.count == right.string.utf8.count && order(left, right) == 0
  }

  package static func < (left: TreePath, right: TreePath) -> Bool {
    order(left, right) < 0
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(string)
  }

  /// Below zero where the left one comes first, zero for equal ones.
  private static func order(_ left: TreePath, _ right: TreePath) -> Int {
    var (left, right) = (left.string, right.string)
    return left.withUTF8 { left in
      right.withUTF8 { right in
        unsafe order(UnsafeRawBufferPointer(left), UnsafeRawBufferPointer(right))
      }
    }
  }

  /// Compares bytes, eight at a time: large trees compare many paths with long common starts.
  private static func order(
    _ left: UnsafeRawBufferPointer,
    _ right: UnsafeRawBufferPointer
  ) -> Int {
    let common = min(left.count, right.count)
    var offset = 0
    while offset + 8 <= common {
      let one = UInt64(
        bigEndian: unsafe left.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      )
      let other = UInt64(
        bigEndian: unsafe right.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      )
      if one != other { return one < other ? -1 : 1 }
      offset += 8
    }
    while offset < common {
      let (one, other) = (unsafe left[offset], unsafe right[offset])
      if one != other { return one < other ? -1 : 1 }
      offset += 1
    }
    return left.count - right.count
  }
}
