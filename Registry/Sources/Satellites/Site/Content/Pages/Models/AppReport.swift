package import Apps
package import Base
import Model
package import Versions

/// The releases that each app of the repository is built from.
package struct AppReport: Sendable {
  let scope: ScopeName
  let apps: [AppPins]

  /// - Parameter hidden: Components to leave out.
  package init(scope: ScopeName, apps: [AppPins], hidden: Set<ComponentName>) {
    self.scope = scope
    self.apps = apps.map { pins in
      AppPins(
        app: pins.app,
        components: pins.components.filter { !hidden.contains($0.name) }
      )
    }
  }
}

extension AppReport {
  /// With the same keys as `registry pins --json`.
  package var json: JSONValue {
    let apps = JSONValue.array(
      apps.map { app in
        .object([
          "components": .array(app.components.map(Self.json)),
          "name": .string(app.app.text),
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
