package import GitValues
package import Versioning

/// The version that a component has reached without a release in this registry, and the commit with
/// that version: the first release starts from there.
package struct Baseline: Hashable, Sendable {
  package let version: SemanticVersion
  package let source: ObjectID

  package init(version: SemanticVersion, source: ObjectID) {
    (self.version, self.source) = (version, source)
  }
}

extension Baseline {
  enum Key: String, JSONKey {
    case source
    case version
  }

  var json: JSONValue {
    .members([
      Key.source: .string(source.description), Key.version: .string(version.description),
    ])
  }

  init(_ field: JSONField) throws(RegistryModelError) {
    let object = try field.object(Key.self)
    try object.refuseOthers()
    version = try object.required(.version).version()
    source = try object.required(.source).parse(ObjectID.init(recorded:))
  }
}
