#if canImport(Darwin)
  private import Darwin
#else
  private import Glibc
#endif

/// A place in a tree, from the tree's root: names with `/` between them, none of them hostile.
///
/// Two paths are equal if their bytes are: the file systems that fold case or normalise are the
/// concern of ``TreeNameRules``.
package struct TreePath: Sendable {
  package let string: String

  package static let root = TreePath(unchecked: "")

  /// Reads a path such as `Components/Payments`; the empty string and `.` are the root.
  package init(_ string: String) throws(GitError) {
    guard string != ".", !string.isEmpty else {
      self = .root
      return
    }
    for name in string.utf8.split(separator: Self.slash, omittingEmptySubsequences: false) {
      if let fault = TreeNameRules.fault(in: String(Substring(name))) {
        throw GitError(.invalid, "invalid path '\(string)', \(fault)")
      }
    }
    self.string = string
  }

  init(unchecked string: String) {
    self.string = string
  }

  package var isRoot: Bool { string.isEmpty }

  private static let slash = UInt8(ascii: "/")

  package var names: [Substring] { string.utf8.split(separator: Self.slash).map(Substring.init) }

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

  /// The path itself, then the folders that it lies in up to the root.
  var andAncestors: [TreePath] {
    var paths = [self]
    while let last = paths.last, !last.isRoot { paths.append(last.parent) }
    return paths
  }

  package func appending(_ path: TreePath) -> TreePath {
    if isRoot { return path }
    return path.isRoot ? self : TreePath(unchecked: "\(string)/\(path.string)")
  }

  /// Whether the path is `ancestor` or lies below it.
  package func isInside(_ ancestor: TreePath) -> Bool {
    if ancestor.isRoot { return true }
    let bytes = string.utf8
    guard bytes.starts(with: ancestor.string.utf8) else { return false }
    let rest = bytes.dropFirst(ancestor.string.utf8.count)
    return rest.isEmpty || rest.first == Self.slash
  }
}

extension TreePath: Hashable, Comparable {
  package static func == (left: TreePath, right: TreePath) -> Bool {
    left.string.utf8.count == right.string.utf8.count && order(left, right) == 0
  }

  package static func < (left: TreePath, right: TreePath) -> Bool {
    order(left, right) < 0
  }

  /// Below zero where the left one comes first, zero for equal ones.
  private static func order(_ left: TreePath, _ right: TreePath) -> Int {
    var (left, right) = (left.string, right.string)
    return left.withUTF8 { left in
      right.withUTF8 { right in
        let common = min(left.count, right.count)
        if common > 0, let first = left.baseAddress, let second = right.baseAddress {
          let difference = unsafe memcmp(first, second, common)
          if difference != 0 { return Int(difference) }
        }
        return left.count - right.count
      }
    }
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(string)
  }
}

extension TreePath: CustomStringConvertible {
  package var description: String { string }
}
