package import GitValues

/// One name in a tree, with the object that it names.
package struct TreeEntry: Hashable, Sendable {
  package let name: String
  package let mode: FileMode
  package let id: ObjectID

  package init(name: String, mode: FileMode, id: ObjectID) {
    self.name = name
    self.mode = mode
    self.id = id
  }
}
