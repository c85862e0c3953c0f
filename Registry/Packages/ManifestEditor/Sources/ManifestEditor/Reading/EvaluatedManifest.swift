#if canImport(FoundationEssentials)
  private import FoundationEssentials
#else
  private import Foundation
#endif

/// The content of a manifest as the toolchain evaluates it.
public struct EvaluatedManifest: Hashable, Sendable {
  /// The name of the package.
  public let name: String
  /// The dependencies, all at line 1; one with a URL and no requirement is required by branch or
  /// revision.
  public let dependencies: [PackageDependency]
  /// The products, in the order of the output.
  public let products: [PackageProduct]
  /// The targets, in the order of the output.
  public let targets: [PackageTarget]

  /// Reads what `swift package dump-package` prints.
  ///
  /// Dependencies, products and targets of a kind that this version does not know are left out.
  ///
  /// - Parameters:
  ///   - dump: The JSON.
  ///   - root: The absolute path of a folder: paths of dependencies in it are relative to it, and empty
  ///     for itself; others are absolute.
  /// - Throws: `invalid-dump` for JSON of something else.
  public init(dump: [UInt8], root: String) throws(ManifestError) {
    let lists: [DumpValue]
    do {
      let dump = try JSONDecoder().decode(DumpValue.self, from: Data(dump))
      guard let name = dump["name"].text else { throw Self.foreign }
      lists = ["dependencies", "products", "targets"].map { dump[$0] }
      guard !lists.contains(where: \.isNull) else { throw Self.foreign }
      self.name = name
    } catch {
      throw Self.foreign
    }
    dependencies = lists[0].items.compactMap { PackageDependency(dump: $0, root: root) }
    products = lists[1].items.compactMap(PackageProduct.init(dump:))
    targets = lists[2].items.compactMap(PackageTarget.init(dump:))
  }

  private static var foreign: ManifestError {
    ManifestError(.invalidDump, "what the toolchain prints is not of a package")
  }
}

extension PackageDependency {
  /// `nil` for a kind that this version does not know.
  fileprivate init?(dump: DumpValue, root: String) {
    guard let (kind, values) = dump.enumCase else { return nil }
    let value = values[0]
    let location: Location
    switch kind {
    case "fileSystem":
      guard let path = value["path"].text else { return nil }
      let isInside = path == root || path.hasPrefix("\(root)/")
      location = .path(isInside ? String(path.dropFirst(root.count + 1)) : path)
    case "sourceControl":
      let place = value["location"]
      guard let url = place["remote"][0]["urlString"].text ?? place["local"][0].text else {
        return nil
      }
      location = .url(url)
    case "registry":
      guard let identity = value["identity"].text else { return nil }
      location = .registry(identity)
    default: return nil
    }
    self.init(
      name: kind == "registry" ? nil : value["nameForTargetDependencyResolutionOnly"].text,
      location: location,
      requirement: PackageRequirement(dump: value["requirement"]),
      position: SourcePosition(line: 1, column: 1)
    )
  }
}

extension PackageRequirement {
  /// `nil` for a branch or a revision.
  fileprivate init?(dump: DumpValue) {
    if let version = dump["exact"][0].text {
      self = .exact(version)
      return
    }
    let range = dump["range"][0]
    guard let lower = range["lowerBound"].text, let upper = range["upperBound"].text else {
      return nil
    }
    self.init(from: lower, below: upper)
  }
}

extension PackageProduct {
  /// `nil` for a kind that this version does not know.
  fileprivate init?(dump: DumpValue) {
    guard let name = dump["name"].text,
      let kind = dump["type"].enumCase.flatMap({ Kind(rawValue: $0.name) })
    else { return nil }
    self.init(kind: kind, name: name, targets: dump["targets"].texts)
  }
}

extension PackageTarget {
  /// `nil` for a kind that this version does not know.
  fileprivate init?(dump: DumpValue) {
    let kinds: [String: Kind] = [
      "regular": .target, "executable": .executableTarget, "test": .testTarget, "macro": .macro,
      "plugin": .plugin, "system": .systemLibrary, "binary": .binaryTarget,
    ]
    guard let name = dump["name"].text, let kind = dump["type"].text.flatMap({ kinds[$0] }) else {
      return nil
    }
    self.init(
      kind: kind,
      name: name,
      path: dump["path"].text,
      excludes: dump["exclude"].texts,
      dependencies: dump["dependencies"].items.compactMap(TargetDependency.init(dump:)),
      plugins: dump["pluginUsages"].items.compactMap { usage in
        usage.enumCase?.value[0].text.map {
          PluginUsage(name: $0, package: usage.enumCase?.value[1].text)
        }
      }
    )
    publicHeadersPath = dump["publicHeadersPath"].text
    usesCxxInteroperability = dump["settings"].items.contains { setting in
      guard let (kind, value) = setting["kind"].enumCase else { return false }
      return kind == "interoperabilityMode" && value["_0"].text == "Cxx"
    }
    capability = dump["pluginCapability"].enumCase.map { kind, value in
      guard let (intent, words) = value[0].enumCase else { return kind }
      return "\(kind) \(words["verb"].text ?? intent)"
    }
  }
}

extension TargetDependency {
  /// `{"product": ["Menu", "menu", null, null]}`: the first arguments, with a condition behind them.
  fileprivate init?(dump: DumpValue) {
    guard let (function, arguments) = dump.enumCase, let name = arguments[0].text else {
      return nil
    }
    let reference: Reference
    switch function {
    case "product": reference = .product(name, package: arguments[1].text)
    case "target": reference = .target(name)
    case "byName": reference = .byName(name)
    default: return nil
    }
    self.init(reference: reference, condition: nil)
  }
}

/// A value of the JSON, as far as manifests have it; whatever is asked for and is not there is null.
private enum DumpValue: Decodable {
  case object([String: DumpValue])
  case array([DumpValue])
  case string(String)
  /// A number or a truth value.
  case other
  case null

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    self =
      if container.decodeNil() {
        .null
      } else if let text = try? container.decode(String.self) {
        .string(text)
      } else if let items = try? container.decode([DumpValue].self) {
        .array(items)
      } else if let members = try? container.decode([String: DumpValue].self) {
        .object(members)
      } else {
        .other
      }
  }

  subscript(key: String) -> DumpValue {
    guard case .object(let members) = self else { return .null }
    return members[key] ?? .null
  }

  subscript(index: Int) -> DumpValue {
    guard case .array(let items) = self, items.indices.contains(index) else { return .null }
    return items[index]
  }

  var text: String? { if case .string(let text) = self { text } else { nil } }

  var items: [DumpValue] { if case .array(let items) = self { items } else { [] } }

  var texts: [String] { items.compactMap(\.text) }

  var isNull: Bool { if case .null = self { true } else { false } }

  /// The one member of an enum's value.
  var enumCase: (name: String, value: DumpValue)? {
    guard case .object(let members) = self, members.count == 1, let member = members.first else {
      return nil
    }
    return (member.key, member.value)
  }
}
