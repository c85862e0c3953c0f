/// The index entry of one path: the state that the next plain `git commit` would record.
package enum IndexState: Hashable, Sendable {
  case absent
  case entry(FileMode, ObjectID)
  /// A merge left several versions.
  case conflicted
}

/// A file to put into the index, or to take out of it.
package struct IndexUpdate: Hashable, Sendable {
  package let path: TreePath
  /// What the index shall hold; nothing takes the path out.
  package let entry: Entry?

  package struct Entry: Hashable, Sendable {
    package let mode: FileMode
    package let id: ObjectID

    package init(mode: FileMode, id: ObjectID) {
      self.mode = mode
      self.id = id
    }
  }

  package init(_ path: TreePath, _ entry: Entry?) {
    self.path = path
    self.entry = entry
  }
}
