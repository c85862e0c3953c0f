import Base
package import Git
package import Versions

/// The version that a component has reached without a release in this registry, and the commit with
/// that version: the next release starts from there.
package struct Baseline: Hashable, Sendable {
  package let version: SemanticVersion
  package let source: ObjectID
  /// The tag that names the version, which no release can have; `nil` if a person named it.
  package let tag: String?

  package init(version: SemanticVersion, source: ObjectID, tag: String? = nil) {
    (self.version, self.source, self.tag) = (version, source, tag)
  }
}

extension Baseline {
  enum Key: String, JSONKey {
    case source
    case tag
    case version
  }

  var json: JSONValue {
    var members: [Key: JSONValue] = [
      .source: .string(source.description), .version: .string(version.description),
    ]
    members[.tag] = tag.map { .string($0) }
    return .members(members)
  }

  init(_ field: JSONField) throws(OperationError) {
    let object = try field.object(Key.self)
    try object.refuseOthers()
    version = try object.required(.version).version()
    source = try object.required(.source).parse(ObjectID.init(recorded:))
    tag = try object[.tag]?.string()
  }
}
