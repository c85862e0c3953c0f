import Base
import Git
import Versions

extension ManifestCheck {
  func checkGroups() throws(OperationError) {
    let components = Dictionary(manifest.components.keys.map { ($0.collisionKey, $0) }) { $1 }
    var owners: [ComponentName: (group: GroupName, entry: String)] = [:]
    for (key, field) in try entries(.groups) {
      let name = try GroupName(key: key, of: field)
      if let component = components[name.collisionKey] {
        throw field.failureAtKey(
          .collision,
          "group name '\(name)' collides with component '\(component)'",
          help: "commands take both where they take names"
        )
      }
      for entry in try member(Group.Key.components, of: field).array() {
        let text = try entry.string()
        for member in try members(matching: text, entry) {
          if let owner = owners[member], owner.group != name {
            throw entry.failure(
              .collision,
              "component '\(member)' is in two groups: in '\(owner.group)' by"
                + " \(quoted(owner.entry)), and in '\(name)' by \(quoted(text))",
              help: "a component can be in one group"
            )
          }
          owners[member] = (name, text)
        }
      }
    }
    try checkRequirementsInGroups()
  }

  private func members(
    matching text: String,
    _ entry: JSONField
  ) throws(OperationError) -> [ComponentName] {
    let isPattern = Wildcards.areIn(text) || text.utf8.contains(UInt8(ascii: "/"))
    guard isPattern else {
      do throws(OperationError) {
        return [try manifest.component(named: text).name]
      } catch {
        throw entry.located(error)
      }
    }
    let found = manifest.components.filter { Group.entry(text, matches: $0.key, at: $0.value.path) }
    guard !found.isEmpty else {
      let isOfPaths = text.utf8.contains(UInt8(ascii: "/"))
      throw entry.failure(
        .unknownComponent,
        "no component matches \(quoted(text))",
        help: isOfPaths
          ? "a pattern with a '/' is compared with folders, such as 'packages/*'"
          : "a pattern without a '/' is compared with names; for folders, write '/\(text)'"
      )
    }
    return found.keys.sorted()
  }

  /// Within a fixed group the version that is required follows from the release.
  private func checkRequirementsInGroups() throws(OperationError) {
    let groups = ComponentGroups(manifest)
    for (key, field) in try entries(.components) {
      guard let name = try? ComponentName(key), let group = groups.group(of: name), group.isFixed
      else { continue }
      for (required, requirement) in try optional(Component.Key.requires, of: field)?.entries()
        ?? []
      {
        guard group.members.contains(where: { $0.text == required }) else { continue }
        throw requirement.failureAtKey(
          .invalidValue,
          "'\(name)' and '\(required)' are in the fixed group '\(group.name)'",
          help: "remove the requirement: a release requires the version that both get"
        )
      }
    }
  }

  func checkVersionFiles() throws(OperationError) {
    try checkVersionFileRules()
    let names = Dictionary(manifest.components.map { ($0.value.path, $0.key) }) { first, _ in first
    }
    for (key, field) in try entries(.components) {
      guard let name = try? ComponentName(key), let component = manifest.components[name] else {
        continue
      }
      let outer = component.path.ancestors.lazy.compactMap { names[$0] }.first
      if let outer, manifest.changelogs == .components, !component.isPrivate {
        throw field.failure(
          .invalidValue,
          "component '\(name)' is in the folder of '\(outer)', which its releases would change",
          help: "move it out of that folder, or set \"changelogs\" to \"repository\""
        )
      }
      guard let list = try optional(Component.Key.versionFiles, of: field) else { continue }
      if let outer, !component.versionFiles.isEmpty {
        throw list.failure(
          .invalidValue,
          "component '\(name)' is in the folder of '\(outer)', which its releases would change",
          help: "move it out of that folder, or remove \"versionFiles\""
        )
      }
      for (entry, file) in zip(try list.array(), component.versionFiles) {
        try check(file, of: component, entry.object(VersionFile.Key.self).required(.path))
      }
    }
  }

  private func checkVersionFileRules() throws(OperationError) {
    guard manifest.changelogs == .components else { return }
    let entries = try root.object(Manifest.Key.self)[.versionFiles]?.array() ?? []
    for (entry, rule) in zip(entries, manifest.versionFileRules)
    where try rule.matches(TreePath("CHANGELOG.md")) {
      throw try entry.object(VersionFile.Key.self).required(.path).failure(
        .invalidPath,
        "\(quoted(rule.path)) matches the changelog of each component, which its releases write",
        help: "name other files, or set \"changelogs\" to \"repository\""
      )
    }
  }

  private func check(
    _ file: VersionFile,
    of component: Component,
    _ field: JSONField
  ) throws(OperationError) {
    let place = file.place(in: component.path)
    let owner = manifest.components.filter { place.isInside($0.value.path) }
      .max { $0.value.path.names.count < $1.value.path.names.count }
    if file.isFromRoot ? owner != nil : owner?.value.path != component.path, let owner {
      throw field.failure(
        .invalidPath,
        "'\(place)' is a file of the component '\(owner.key)'",
        help: owner.value == component
          ? "name it from the component's folder, without the leading '/'"
          : "list it under \"versionFiles\" of '\(owner.key)'"
      )
    }
    if manifest.changelogs == .components,
      place.parent == component.path, place.name == "CHANGELOG.md"
    {
      throw field.failure(
        .invalidPath,
        "'\(place)' is the changelog of the component, which each release writes",
        help: "remove it from \"versionFiles\", or set \"changelogs\" to \"repository\""
      )
    }
    if manifest.rootFiles.contains(where: { $0.collisionKey == place.collisionKey }) {
      throw field.failure(
        .invalidPath,
        "'\(place)' is one of \"rootFiles\", so that each release would change other components",
        help: "remove it from one of the two lists"
      )
    }
  }
}
