package import Git
package import Versions

/// The components of each group of a manifest.
package struct ComponentGroups: Sendable {
  /// A group with its components by name; private ones, which are never released, are in none.
  package struct Membership: Sendable {
    package let name: GroupName
    package let group: Group
    package let members: [ComponentName]

    package var isFixed: Bool { group.kind == .fixed }
  }

  /// By name.
  package let all: [Membership]

  /// No groups.
  package init() {
    all = []
  }

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
