import Base
import Content
import Git
import ManifestEditor
import Model

/// The package as the toolchain prints it when it runs its manifest, with paths from the root of
/// the repository.
struct PackageDump: Sendable {
  let json: JSONValue

  init(_ manifest: [UInt8], of folder: TreePath, by reading: ManifestReading) throws {
    let output = try unifyingErrors(of: folder.appending(.packageManifest).string) {
      try reading.output(of: manifest, in: folder)
    }
    json = output.json.replacing(prefix: "\(output.root)/", or: output.root)
  }

  var targets: [JSONValue] { json["targets"].items }
  var products: [JSONValue] { json["products"].items }
  var dependencies: [JSONValue] { json["dependencies"].items }
  var traits: [String] {
    json["traits"].items.compactMap { $0["name"].text }.filter { $0 != "default" }.sorted()
  }

  func target(_ name: String) -> JSONValue? {
    targets.first { $0["name"].text == name }
  }
}

extension JSONValue {
  /// The paths below a folder, from it.
  fileprivate func replacing(prefix: String, or whole: String) -> JSONValue {
    switch self {
    case .string(let text):
      if text == whole { return .string("") }
      return .string(text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text)
    case .array(let items): return .array(items.map { $0.replacing(prefix: prefix, or: whole) })
    case .object(let members):
      return .object(members.mapValues { $0.replacing(prefix: prefix, or: whole) })
    default: return self
    }
  }
}

/// Access to the targets and dependencies in the JSON of a package.
extension JSONValue {
  static func product(_ name: String, in package: String) -> JSONValue {
    .object(["product": .array([.string(name), .string(package), .null, .null])])
  }

  /// The names that a target depends on which may be those of targets of its package.
  var ownNames: Set<String> {
    let names = self["dependencies"].items.compactMap(\.enumCase)
      .filter { $0.name != "product" }.compactMap { $0.value[0].text }
    let plugins = self["pluginUsages"].items.compactMap(\.enumCase)
      .filter { $0.value[1].isNull }.compactMap { $0.value[0].text }
    return Set(names + plugins)
  }

  /// The names of packages that a target names, or may name, in lower case.
  var packageNames: Set<String> {
    let calls = self["dependencies"].items.compactMap(\.enumCase)
    let names = calls.compactMap { $0.name == "product" ? $0.value[1].text : $0.value[0].text }
    let plugins = self["pluginUsages"].items.compactMap(\.enumCase).compactMap { $0.value[1].text }
    return Set((names + plugins).map { $0.lowercased() })
  }

  /// Whether targets call a dependency of the package by one of the names.
  func isNamed(by names: Set<String>) -> Bool {
    guard let value = enumCase?.value[0] else { return false }
    return [value["identity"].text, value["nameForTargetDependencyResolutionOnly"].text]
      .contains { $0.map { names.contains($0.lowercased()) } ?? false }
  }

  /// The folder of a dependency by path.
  var folder: TreePath? {
    guard let path = self["fileSystem"][0]["path"].text else { return nil }
    return path.isEmpty ? .root : try? TreePath(path)
  }

  /// A target after others have left for a package.
  func replacing(_ names: [String], by package: String) -> JSONValue {
    let dependencies = self["dependencies"].items.map { dependency -> JSONValue in
      guard let (kind, values) = dependency.enumCase, kind != "product",
        let name = values[0].text, names.contains(name), kind == "target" || name != package
      else { return dependency }
      return .object(["product": .array([.string(name), .string(package), .null, values[1]])])
    }
    let plugins = self["pluginUsages"].items.map { usage -> JSONValue in
      guard let values = usage.enumCase?.value, values[1].isNull, let name = values[0].text,
        names.contains(name)
      else { return usage }
      return .object(["plugin": .array([.string(name), .string(package)])])
    }
    return setting([
      "dependencies": .array(dependencies),
      "pluginUsages": plugins.isEmpty ? self["pluginUsages"] : .array(plugins),
    ])
  }

  /// With other values at some keys.
  func setting(_ changes: [String: JSONValue?]) -> JSONValue {
    guard case .object(var members) = self else { return self }
    for (key, value) in changes { members[key] = value }
    return .object(members)
  }

  func only(_ key: String) -> JSONValue { .object([key: self[key]]) }

  /// Without what is as if it were not there, and traits, which are a set, in an order.
  var normalized: JSONValue {
    switch self {
    case .object(let members):
      .object(
        Dictionary(
          uniqueKeysWithValues: members.filter { !$0.value.isNull }.map { key, value in
            let value = value.normalized
            let isSet = ["enabledTraits", "traits"].contains(key)
            return (key, isSet ? .array(value.items.sorted { $0.compact < $1.compact }) : value)
          }
        )
      )
    case .array(let items): .array(items.map(\.normalized))
    default: self
    }
  }
}
