import Base
package import Git

/// The replacement of a link in the published form of a release: a file or folder of the
/// repository, by its object id.
package struct PublishedObject: Hashable, Sendable {
  /// Named by the modes that git has for them.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    case file = "100644"
    case executable = "100755"
    case folder = "040000"
  }

  package let kind: Kind
  package let object: ObjectID

  package init(_ kind: Kind, _ object: ObjectID) {
    (self.kind, self.object) = (kind, object)
  }
}

extension PublishedObject {
  static func json(_ files: [TreePath: PublishedObject]) -> JSONValue {
    let members = files.map { path, file in
      let parts = [file.kind.rawValue, file.object.description]
      return (path.description, JSONValue.array(parts.map(JSONValue.string)))
    }
    return .object(Dictionary(members) { first, _ in first })
  }

  static func read(
    _ field: JSONField
  ) throws(OperationError) -> [TreePath: PublishedObject] {
    var files: [TreePath: PublishedObject] = [:]
    for (key, value) in try field.entries() {
      let path = try value.parse(key: key, TreePath.init(recorded:))
      guard path != .root else {
        throw value.failure(.invalidPath, "expected a path inside the component, found '.'")
      }
      files[path] = try PublishedObject(value)
    }
    return files
  }

  private init(_ field: JSONField) throws(OperationError) {
    let parts = try field.array()
    guard parts.count == 2 else {
      throw field.failure(.invalidValue, "expected a mode and an object name")
    }
    let mode = try parts[0].string()
    guard let kind = Kind(rawValue: mode) else {
      let known = Kind.allCases.map(\.rawValue).joined(separator: ", ")
      throw parts[0].failure(.invalidValue, "unknown mode '\(mode)', expected one of \(known)")
    }
    self.init(kind, try parts[1].parse(ObjectID.init(recorded:)))
  }
}
