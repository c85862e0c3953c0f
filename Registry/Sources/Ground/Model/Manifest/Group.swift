package import Base
package import Git
package import Versions

/// The name of a group, which commands take where they take several components.
package typealias GroupName = Name<GroupRole>

/// The rules for the names of groups.
package enum GroupRole: NameRole {
  package static let noun = "group"
  package static let maximumLength = 100
  package static let allowsUnderscore = true
}

/// Components whose versions go together.
package struct Group: Hashable, Sendable {
  /// The way in which versions go together.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    /// A release of one is a release of all, at one version.
    case fixed
    /// Components that are released together get the same version.
    case linked
  }

  package var kind: Kind
  /// Names of components and patterns of them; with a `/`, patterns of their folders.
  package var components: [String]
  /// The label of computed versions, as in `0.2.0-preview`; `nil` for stable versions.
  package var prerelease: PrereleaseLabel?
}

extension PrereleaseLabel {
  /// The label without a number.
  fileprivate var words: String { identifiers.map(\.description).joined(separator: ".") }
}

extension Group {
  /// A version with these numbers as the group has them.
  package func version(_ core: SemanticVersion) throws(OperationError) -> SemanticVersion {
    guard let prerelease else { return core }
    return try SemanticVersion("\(core)-\(prerelease.words)")
  }

  enum Key: String, JSONKey {
    case components
    case kind
    case prerelease
  }

  var json: JSONValue {
    var members: [Key: JSONValue] = [
      .components: .array(components.map { .string($0) }), .kind: .string(kind.rawValue),
    ]
    members[.prerelease] = prerelease.map { .string($0.words) }
    return .members(members)
  }

  init(_ field: JSONField) throws(OperationError) {
    let object = try field.object(Key.self)
    try object.refuseOthers()
    let kindField = try object.required(.kind)
    guard let kind = Kind(rawValue: try kindField.string()) else {
      throw kindField.failure(
        .invalidValue,
        "invalid kind \(quoted(try kindField.string())), expected 'fixed' or 'linked'",
        help: "'fixed' releases all components of the group together, 'linked' those that changed"
      )
    }
    self.kind = kind
    let list = try object.required(.components)
    components = try list.distinct({ "\(quoted($0)) is" }) { entry throws(OperationError) in
      try entry.string()
    }
    guard !components.isEmpty else {
      throw list.failure(
        .invalidValue,
        "the group has no components",
        help: "list names such as 'Payments', or patterns such as 'google-*' and 'packages/*'"
      )
    }
    prerelease = try object[.prerelease]?.parse { text throws(OperationError) in
      guard !text.isEmpty else {
        throw OperationError(.invalidPrerelease, "empty pre-release, expected a word or a number")
      }
      return try PrereleaseLabel(text)
    }
  }
}

/// The components of each group of a manifest.
package struct ComponentGroups: Sendable {
  /// A group with its components by name; private ones, which are never released, are in none.
  package struct Membership: Sendable {
    package let name: GroupName
    /// The components in the order of their names.
    package let group: Group
    package let members: [ComponentName]

    /// Whether a release of one is a release of all.
    package var isFixed: Bool { group.kind == .fixed }
  }

  /// The groups in the order of their names.
  package let all: [Membership]

  /// Creates an empty list of groups.
  package init() {
    all = []
  }

  /// Finds the components of each group by the names and patterns in the manifest.
  package init(_ manifest: Manifest) {
    all = manifest.groups.sorted { $0.key < $1.key }.map { name, group in
      let members = manifest.components.filter { name, component in
        !component.isPrivate && group.has(name, at: component.path)
      }
      return Membership(name: name, group: group, members: members.keys.sorted())
    }
  }

  /// The group that a component is in.
  package func group(of component: ComponentName) -> Membership? {
    all.first { $0.members.contains(component) }
  }

  /// The group of that name.
  package func group(named text: String) -> Membership? {
    all.first { $0.name.text == text }
  }
}

extension Group {
  /// Whether the component is in the group.
  package func has(_ name: ComponentName, at path: TreePath) -> Bool {
    components.contains { Self.entry($0, matches: name, at: path) }
  }

  /// - Parameter path: The folder of the component.
  static func entry(_ entry: String, matches name: ComponentName, at path: TreePath) -> Bool {
    guard entry.utf8.contains(UInt8(ascii: "/")) else { return Wildcards.match(name.text, entry) }
    return Wildcards.match(path, entry)
  }
}
