/// The new value of a reference.
package struct ReferenceChange: Hashable, Sendable {
  /// The whole name.
  package let name: String
  /// What it is to lead to; nothing takes it away.
  package let object: ObjectID?

  package init(_ name: String, to object: ObjectID?) {
    self.name = name
    self.object = object
  }
}
