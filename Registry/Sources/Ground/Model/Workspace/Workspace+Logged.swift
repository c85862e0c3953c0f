package import Base
package import Git
package import Versions

extension Workspace {
  /// The components that have a log, by name, whether the manifest lists them or not.
  package func loggedComponents(in state: RegistryState) -> [ComponentName] {
    state.logBlobs.keys.compactMap(Self.component(loggedIn:)).sorted()
  }

  /// The component whose log has this file name; `nil` if that is not the name of a log.
  package static func component(loggedIn file: some StringProtocol) -> ComponentName? {
    guard file.hasSuffix(logExtension) else { return nil }
    return try? ComponentName(String(file.dropLast(logExtension.count)))
  }

  /// The components of these names in a person's spelling; of no names, all that have a log.
  package func loggedComponents(
    named names: [String],
    in state: RegistryState
  ) throws(OperationError) -> [ComponentName] {
    guard !names.isEmpty else { return loggedComponents(in: state) }
    var components: Set<ComponentName> = []
    for name in names {
      components.insert(try loggedComponent(named: name, of: state.manifest, in: state))
    }
    return components.sorted()
  }

  /// The components of that name, group or pattern in the manifest, or one that is no longer in it
  /// but still has a log.
  package func loggedComponents(
    matching text: String,
    of manifest: Manifest,
    in state: RegistryState
  ) throws(OperationError) -> [ComponentName] {
    if let found = try? manifest.components(matching: text), found.map(\.text) != [text] {
      return found
    }
    return [try loggedComponent(named: text, of: manifest, in: state)]
  }

  /// A component of the manifest in a person's spelling, or one that is no longer in it but still
  /// has a log.
  package func loggedComponent(
    named name: String,
    of manifest: Manifest,
    in state: RegistryState
  ) throws(OperationError) -> ComponentName {
    do throws(OperationError) {
      return try manifest.component(named: name).name
    } catch {
      if let logged = loggedComponents(in: state).first(where: { $0.text == name }) {
        return logged
      }
      throw error
    }
  }

  /// Throws for a new component whose name collides with that of a component that was removed, but
  /// whose releases are still recorded.
  package func refuseCollision(
    of name: ComponentName,
    in state: RegistryState
  ) throws(OperationError) {
    let other = loggedComponents(in: state).first {
      $0 != name && $0.collisionKey == name.collisionKey
    }
    guard let other else { return }
    throw OperationError(
      .collision,
      "component name '\(name)' collides with '\(other)', whose releases are recorded",
      help: "use the same spelling, or a name that differs in more than case, or '-' against '_'"
    )
  }

  private static var logExtension: String { ".jsonl" }
}

extension Workspace {
  package static let changelogPath = TreePath(known: "CHANGELOG.md")
}
