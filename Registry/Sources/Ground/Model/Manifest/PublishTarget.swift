import Base
package import Versions

/// The name of a registry that releases are published to.
package typealias PublishTargetName = Name<PublishTargetRole>

/// The rules for the names of registries that releases are published to.
package enum PublishTargetRole: NameRole {
  package static let noun = "registry"
  package static let maximumLength = 100
  package static let allowsUnderscore = true
}

/// A registry that releases are published to.
package struct PublishTarget: Hashable, Sendable {
  /// The URL with the path, if it has one, and without a slash at its end.
  package var url: String
  /// The names of the components and patterns of names; `nil` for all components.
  package var components: [String]?
  /// Whether a release says that it was not published yet.
  package var reminds = false

  package init(url: String, components: [String]? = nil, reminds: Bool = false) {
    (self.url, self.components, self.reminds) = (url, components, reminds)
  }

  /// Whether releases of a component are published there.
  package func has(_ name: ComponentName) -> Bool {
    components?.contains { Wildcards.match(name.text, $0) } ?? true
  }
}

extension PublishTarget {
  enum Key: String, JSONKey {
    case components
    case remind
    case url
  }

  var json: JSONValue {
    var members: [Key: JSONValue] = [.url: .string(url)]
    members[.components] = components.map { .array($0.map { .string($0) }) }
    if reminds { members[.remind] = .bool(true) }
    return .members(members)
  }

  init(_ field: JSONField) throws(OperationError) {
    let object = try field.object(Key.self)
    try object.refuseOthers()
    let urlField = try object.required(.url)
    url = try urlField.string()
    guard url.hasPrefix("https://") || url.hasPrefix("http://") else {
      throw urlField.failure(
        .invalidValue,
        "invalid registry URL \(quoted(url)), expected one such as 'https://registry.example.com'"
      )
    }
    components = try object[.components]?.strings()
    reminds = try object[.remind]?.bool() ?? false
  }
}
