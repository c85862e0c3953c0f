package import Base
package import Versions

extension Manifest {
  /// The component of that name, those of the group of that name, or those that a pattern matches,
  /// by name.
  ///
  /// - Parameter text: `*` matches any characters, `?` one; no name has either.
  /// - Throws: Where there is none.
  package func components(
    matching text: String
  ) throws(OperationError) -> [ComponentName] {
    if let group = ComponentGroups(self).group(named: text) { return group.members }
    guard Wildcards.areIn(text) else {
      guard let name = try? ComponentName(text), components[name] != nil else {
        let known = components.keys.map(\.text) + groups.keys.map(\.text)
        let meant = meant(by: text)?.name.text
        throw Self.unknown(.unknownComponent, "component", text, meant: meant, in: known)
      }
      return [name]
    }
    let found = components.keys.filter { Wildcards.match($0.text, text) }
    guard !found.isEmpty else {
      throw OperationError(.unknownComponent, "no component matches \(quoted(text))")
    }
    return found.sorted()
  }
}
