import Base
import Git
import Versions

/// Checks the rules of a manifest that concern several of its parts, and reports the lines that
/// break them.
struct ManifestCheck {
  let manifest: Manifest
  let root: JSONField

  func run() throws(OperationError) {
    try checkComponents()
    try checkLayers()
    try checkApps()
    try checkExceptions()
    try checkGroups()
    try checkVersionFiles()
  }

  private func checkComponents() throws(OperationError) {
    var owners: [String: ComponentName] = [:]
    for (name, field) in try entries(.components) {
      guard let name = try? ComponentName(name), let component = manifest.components[name] else {
        continue
      }
      guard name.scope?.key != manifest.scope.key else {
        throw field.failureAtKey(
          .invalidName,
          "component name '\(name)' contains the scope of the manifest",
          help: "write it as '\(name.packageName)'"
        )
      }
      let path = try member(Component.Key.path, of: field)
      if let owner = owners.updateValue(name, forKey: component.path.collisionKey) {
        throw path.failure(
          .collision,
          "path '\(component.path)' already belongs to component '\(owner)'"
        )
      }
      if let layer = component.layer, manifest.layers[layer] == nil {
        throw try member(Component.Key.layer, of: field).located(unknownLayer(layer))
      }
      for (key, requirement) in try optional(Component.Key.requires, of: field)?.entries() ?? [] {
        try checkIsComponent(key, requirement)
        guard key != name.text else {
          throw requirement.failureAtKey(
            .invalidValue,
            "component '\(name)' cannot require itself"
          )
        }
      }
    }
  }

  private func checkLayers() throws(OperationError) {
    for (name, field) in try entries(.layers) {
      for used in try member(Layer.Key.mayUse, of: field).array() {
        let layer = try LayerName(used)
        guard manifest.layers[layer] != nil else { throw used.located(unknownLayer(layer)) }
        if layer.text != name, let way = way(from: layer, to: name) {
          let cycle = ([name] + way).map { "'\($0)'" }.joined(separator: " may use ")
          throw used.failure(
            .layerCycle,
            "layers form a cycle: \(cycle)",
            help: "put what both need into a layer below them"
          )
        }
      }
    }
  }

  /// The layers from `start` to `end` by what each may use, found without recursion.
  private func way(from start: LayerName, to end: String) -> [String]? {
    var ways = [[start]]
    var seen: Set = [start]
    while let way = ways.popLast() {
      guard let last = way.last else { continue }
      if last.text == end { return way.map(\.text) }
      for next in manifest.layers[last]?.mayUse ?? [] where seen.insert(next).inserted {
        ways.append(way + [next])
      }
    }
    return nil
  }

  private func checkApps() throws(OperationError) {
    let components = Dictionary(manifest.components.keys.map { ($0.collisionKey, $0) }) { $1 }
    for (key, field) in try entries(.apps) {
      let name = try AppName(key: key, of: field)
      if let component = components[name.collisionKey] {
        throw field.failureAtKey(
          .collision,
          "the name of the app '\(name)' collides with the component '\(component)'",
          help: "both would be tagged '\(name)/VERSION'"
        )
      }
      let isAtRoot = manifest.apps[name]?.path.isRoot ?? false
      for (pinned, pin) in try optional(App.Key.pins, of: field)?.entries() ?? [] {
        try checkIsComponent(pinned, pin)
        guard isAtRoot, pinned == manifest.rootComponent?.text else { continue }
        throw pin.failureAtKey(
          .invalidValue,
          "the app '\(name)' is at the root like the component '\(pinned)', which it cannot pin",
          help: "remove the pin, or move the app to a folder of its own"
        )
      }
      for file in try optional(App.Key.localFiles, of: field)?.array() ?? [] {
        try checkLocalFile(file)
      }
    }
  }

  /// A release has the same files wherever it is built.
  private func checkLocalFile(_ field: JSONField) throws(OperationError) {
    let path = try field.parse(TreePath.init(recorded:))
    // What is not committed is not in a release of a folder that contains those of apps.
    let apps = manifest.apps.values.map(\.path).filter(path.isInside)
    for (name, component) in manifest.components
    where !component.path.isRoot && path.isInside(component.path)
      && !apps.contains(where: { $0 != component.path && $0.isInside(component.path) })
    {
      throw field.failure(
        .invalidPath,
        "local file '\(path)' is in the folder of component '\(name)'",
        help: "keep it in the folder of the app"
      )
    }
  }

  private func checkExceptions() throws(OperationError) {
    for (dependent, field) in try entries(.exceptions) {
      try checkIsComponent(dependent, field)
      for (dependency, exception) in try field.entries() {
        try checkIsComponent(dependency, exception)
      }
    }
  }

  private func checkIsComponent(_ key: String, _ field: JSONField) throws(OperationError) {
    _ = try field.parse(key: key) { name throws(OperationError) in
      try manifest.component(named: name).name
    }
  }

  private func unknownLayer(_ layer: LayerName) -> OperationError {
    guard !manifest.layers.isEmpty else {
      return OperationError(
        .unknownLayer,
        "unknown layer '\(layer)', the manifest lists none",
        help: #"list it: 'registry set layers.\#(layer).mayUse "[]"'"#
      )
    }
    return Manifest.unknown(
      .unknownLayer,
      "layer",
      layer.text,
      in: manifest.layers.keys.map(\.text)
    )
  }

  func entries(
    _ key: Manifest.Key
  ) throws(OperationError) -> [(key: String, value: JSONField)] {
    try root.object(Manifest.Key.self)[key]?.entries() ?? []
  }

  func member<Key: JSONKey>(
    _ key: Key,
    of field: JSONField
  ) throws(OperationError) -> JSONField {
    try field.object(Key.self).required(key)
  }

  func optional<Key: JSONKey>(
    _ key: Key,
    of field: JSONField
  ) throws(OperationError) -> JSONField? {
    try field.object(Key.self)[key]
  }
}

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
    for (key, field) in try entries(.components) {
      guard let name = try? ComponentName(key), let component = manifest.components[name],
        let list = try optional(Component.Key.versionFiles, of: field)
      else { continue }
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
