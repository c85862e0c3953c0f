/// One name in a tree, with the object that it names.
package struct TreeEntry: Hashable, Sendable {
  /// With replacement characters for what is not UTF-8.
  package let name: String
  package let mode: FileMode
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
