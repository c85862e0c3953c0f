/// A tag and what it leads to.
package struct Tag: Hashable, Sendable {
  /// Without `refs/tags/`.
  package let name: String
  /// What the reference holds: the tag's own object, or the target of a lightweight tag.
  package let id: ObjectID
  /// The first object behind it that is no tag.
  package let target: ObjectID
  /// Who made it; a lightweight tag does not say, nor do some annotated ones.
  package let tagger: Signature?
  /// The message of an annotated tag.
  package let message: String?
}
