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
    for (key, field) in try entries(manifest.appsKey.key()) {
      let name = try AppName(key: key, of: field)
      if let component = components[name.collisionKey] {
        throw field.failureAtKey(
          .collision,
          "the name of the app '\(name)' collides with the component '\(component)'",
          help: "both would be tagged '\(name)/VERSION'"
        )
      }
      for (pinned, pin) in try optional(App.Key.pins, of: field)?.entries() ?? [] {
        try checkIsComponent(pinned, pin)
      }
      for file in try optional(App.Key.localFiles, of: field)?.array() ?? [] {
        try checkLocalFile(file)
      }
    }
  }

  /// A release has the same files wherever it is built.
  private func checkLocalFile(_ field: JSONField) throws(OperationError) {
    let path = try field.parse(TreePath.init(recorded:))
    for (name, component) in manifest.components where path.isInside(component.path) {
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
