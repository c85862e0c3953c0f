package import Layout
package import RegistryModel
package import Versioning

/// The releases that each app of the repository is built from.
package struct ScaffoldReport: Sendable {
  let scope: ScopeName
  let scaffolds: [ScaffoldPins]

  /// - Parameter hidden: Components to leave out.
  package init(scope: ScopeName, scaffolds: [ScaffoldPins], hidden: Set<ComponentName>) {
    self.scope = scope
    self.scaffolds = scaffolds.map { pins in
      ScaffoldPins(
        scaffold: pins.scaffold,
        components: pins.components.filter { !hidden.contains($0.name) }
      )
    }
  }
}

extension ScaffoldReport {
  /// With the same keys as `registry pins --json`.
  package var json: JSONValue {
    let apps = JSONValue.array(
      scaffolds.map { scaffold in
        .object([
          "components": .array(scaffold.components.map(Self.json)),
          "name": .string(scaffold.scaffold.text),
        ])
      }
    )
    return .object(["apps": apps, "scaffolds": apps])
  }

  private static func json(_ component: PinnedComponent) -> JSONValue {
    var members: [String: JSONValue] = [
      "behind": .integer(component.behind),
      "name": .string(component.name.text),
      "yanked": .bool(component.isYanked),
    ]
    members["latest"] = component.latest.map { .string($0.description) }
    members["pin"] = component.pin?.json
    members["release"] = component.release.map { .string($0.description) }
    return .object(members)
  }
}
