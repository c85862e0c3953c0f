package import Base
import Git

extension EvaluatedManifest {
  /// Reads what `swift package dump-package` prints.
  ///
  /// - Parameters:
  ///   - dump: The JSON.
  ///   - root: The absolute path of the folder that is the root of the repository there.
  /// - Throws: For JSON of something else.
  package init(dump: JSONValue, root: String) throws(OperationError) {
    let lists = ["dependencies", "products", "targets"].map { dump[$0] }
    guard let name = dump["name"].text, !lists.contains(where: \.isNull) else {
      throw OperationError(.notEvaluated, "what the toolchain prints is not of a package")
    }
    self.init(
      name: name,
      dependencies: lists[0].items.compactMap { PackageDependency(dump: $0, root: root) },
      products: lists[1].items.compactMap(PackageProduct.init(dump:)),
      targets: lists[2].items.compactMap(PackageTarget.init(dump:))
    )
  }
}

extension PackageDependency {
  /// `nil` for a kind that this version does not know.
  fileprivate init?(dump: JSONValue, root: String) {
    guard let (kind, values) = dump.enumCase else { return nil }
    let value = values[0]
    switch kind {
    case "fileSystem":
      guard let path = value["path"].text else { return nil }
      location = Self.location(of: path, below: root)
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
    name = kind == "registry" ? nil : value["nameForTargetDependencyResolutionOnly"].text
    requirement = PackageRequirement(dump: value["requirement"])
    position = SourcePosition(line: 1, column: 1)
  }

  private static func location(of path: String, below root: String) -> Location {
    if path == root { return .path("", resolved: .success(.root)) }
    guard path.hasPrefix("\(root)/"),
      let folder = try? TreePath(String(path.dropFirst(root.count + 1)))
    else { return .path(path, resolved: .failure(.outside(path))) }
    return .path(folder.string, resolved: .success(folder))
  }
}

extension OperationError {
  /// A path of an evaluated dependency.
  fileprivate static func outside(_ path: String) -> OperationError {
    OperationError(
      .outsideRepository,
      "path '\(path)', expected one in the repository",
      help: "move that package into this repository, or depend on a version of it by URL"
    )
  }
}

extension PackageRequirement {
  /// Reads a requirement as a person would write it: the toolchain knows only where a range starts
  /// and ends.
  ///
  /// - Returns: `nil` for a branch or a revision.
  package init?(dump: JSONValue) {
    if let version = dump["exact"][0].text {
      self = .exact(version)
      return
    }
    let range = dump["range"][0]
    guard let lower = range["lowerBound"].text, let upper = range["upperBound"].text else {
      return nil
    }
    let numbers = lower.prefix { $0 != "-" && $0 != "+" }.split(separator: ".")
      .compactMap { Int($0) }
    self =
      if numbers.count == 3, upper == "\(numbers[0] + 1).0.0" {
        .from(lower)
      } else if numbers.count == 3, upper == "\(numbers[0]).\(numbers[1] + 1).0" {
        .upToNextMinor(lower)
      } else {
        .range(lower, upper)
      }
  }
}

extension PackageProduct {
  /// `nil` for a kind that this version does not know.
  fileprivate init?(dump: JSONValue) {
    guard let name = dump["name"].text,
      let kind = dump["type"].enumCase.flatMap({ Kind(rawValue: $0.name) })
    else { return nil }
    self.init(kind: kind, name: name, targets: dump["targets"].texts)
  }
}

extension PackageTarget {
  /// `nil` for a kind that this version does not know.
  fileprivate init?(dump: JSONValue) {
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
  fileprivate init?(dump: JSONValue) {
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

/// The content of a manifest as the toolchain evaluates it.
package struct EvaluatedManifest: Hashable, Sendable {
  let name: String
  /// The dependencies; one with a URL and no requirement is required by branch or revision.
  let dependencies: [PackageDependency]
  let products: [PackageProduct]
  let targets: [PackageTarget]
}
