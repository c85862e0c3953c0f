import GitValues

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension EvaluatedManifest {
  /// Reads what `swift package dump-package` prints.
  ///
  /// - Parameters:
  ///   - dump: The JSON.
  ///   - root: The absolute path of the folder that is the root of the repository there.
  /// - Throws: For what is not such JSON.
  package init(dump: [UInt8], root: String) throws {
    self = try JSONDecoder().decode(ManifestDump.self, from: Data(dump)).manifest(below: root)
  }
}

/// The parts of the toolchain's JSON that are read here.
private struct ManifestDump: Decodable {
  let name: String
  let dependencies: [Dependency]
  let products: [Product]
  let targets: [Target]

  struct Dependency: Decodable {
    struct Folder: Decodable {
      let path: String
      let nameForTargetDependencyResolutionOnly: String?
    }
    struct Remote: Decodable {
      let location: Location
      let requirement: Requirement
      let nameForTargetDependencyResolutionOnly: String?
    }
    struct Location: Decodable {
      struct URL: Decodable { let urlString: String }
      let remote: [URL]?
      let local: [String]?
    }
    struct Registry: Decodable {
      let identity: String
      let requirement: Requirement
    }
    struct Requirement: Decodable {
      struct Range: Decodable {
        let lowerBound: String
        let upperBound: String
      }
      let range: [Range]?
      let exact: [String]?
    }
    let fileSystem: [Folder]?
    let sourceControl: [Remote]?
    let registry: [Registry]?
  }

  struct Product: Decodable {
    let name: String
    let targets: [String]
    let type: Kind

    struct Kind: Decodable {
      let kind: PackageProduct.Kind?

      init(from decoder: any Decoder) throws {
        let keys = try decoder.container(keyedBy: AnyKey.self).allKeys
        kind = keys.first.flatMap { PackageProduct.Kind(rawValue: $0.stringValue) }
      }
    }
  }

  struct Target: Decodable {
    let name: String
    let type: String
    let path: String?
    let exclude: [String]?
    let dependencies: [Call]
    let pluginUsages: [Call]?
  }

  /// `{"product": ["Menu", "menu", null, null]}`: the first arguments, as far as they are texts.
  struct Call: Decodable {
    let function: String
    let arguments: [String?]

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: AnyKey.self)
      guard let key = container.allKeys.first else {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(codingPath: container.codingPath, debugDescription: "no case")
        )
      }
      var list = try container.nestedUnkeyedContainer(forKey: key)
      var arguments: [String?] = []
      while !list.isAtEnd, arguments.count < 2 {
        // What follows, such as a condition, is not a text.
        guard let text = try? list.decode(String?.self) else { break }
        arguments.append(text)
      }
      (function, self.arguments) = (key.stringValue, arguments)
    }

    func argument(_ index: Int) -> String? {
      arguments.indices.contains(index) ? arguments[index] : nil
    }
  }

  struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init?(stringValue: String) { self.stringValue = stringValue }

    init?(intValue: Int) { nil }
  }

  func manifest(below root: String) throws -> EvaluatedManifest {
    EvaluatedManifest(
      name: name,
      dependencies: dependencies.flatMap { $0.dependencies(below: root) },
      products: products.compactMap { product in
        product.type.kind.map {
          PackageProduct(kind: $0, name: product.name, targets: product.targets)
        }
      },
      targets: targets.compactMap(\.target)
    )
  }
}

extension ManifestDump.Dependency {
  fileprivate func dependencies(below root: String) -> [EvaluatedManifest.Dependency] {
    var found: [EvaluatedManifest.Dependency] = []
    for folder in fileSystem ?? [] {
      let location = Self.location(of: folder.path, below: root)
      found.append(
        EvaluatedManifest.Dependency(
          name: folder.nameForTargetDependencyResolutionOnly,
          location: location,
          requirement: nil,
          isUnversioned: false
        )
      )
    }
    for remote in sourceControl ?? [] {
      guard let url = remote.location.remote?.first?.urlString ?? remote.location.local?.first
      else {
        continue
      }
      found.append(
        EvaluatedManifest.Dependency(
          name: remote.nameForTargetDependencyResolutionOnly,
          location: .url(url),
          requirement: remote.requirement.requirement,
          isUnversioned: remote.requirement.requirement == nil
        )
      )
    }
    for package in registry ?? [] {
      found.append(
        EvaluatedManifest.Dependency(
          name: nil,
          location: .registry(package.identity),
          requirement: package.requirement.requirement,
          isUnversioned: false
        )
      )
    }
    return found
  }

  private static func location(
    of path: String,
    below root: String
  ) -> EvaluatedManifest.Dependency.Location {
    if path == root { return .folder(.root) }
    guard path.hasPrefix("\(root)/"),
      let folder = try? TreePath(String(path.dropFirst(root.count + 1)))
    else { return .outside(path) }
    return .folder(folder)
  }
}

extension ManifestDump.Dependency.Requirement {
  /// As a person would write it: the toolchain knows only where a range starts and ends.
  fileprivate var requirement: PackageRequirement? {
    if let version = exact?.first { return .exact(version) }
    guard let range = range?.first else { return nil }
    let numbers = range.lowerBound.prefix { $0 != "-" && $0 != "+" }.split(separator: ".")
      .compactMap { Int($0) }
    if numbers.count == 3 {
      if range.upperBound == "\(numbers[0] + 1).0.0" { return .from(range.lowerBound) }
      if range.upperBound == "\(numbers[0]).\(numbers[1] + 1).0" {
        return .upToNextMinor(range.lowerBound)
      }
    }
    return .range(range.lowerBound, range.upperBound)
  }
}

extension ManifestDump.Target {
  /// `nil` for a kind that this version does not know.
  fileprivate var target: PackageTarget? {
    let kinds: [String: PackageTarget.Kind] = [
      "regular": .target, "executable": .executableTarget, "test": .testTarget, "macro": .macro,
      "plugin": .plugin, "system": .systemLibrary, "binary": .binaryTarget,
    ]
    guard let kind = kinds[type] else { return nil }
    return PackageTarget(
      kind: kind,
      name: name,
      path: path,
      excludes: exclude ?? [],
      dependencies: dependencies.compactMap(\.dependency),
      plugins: (pluginUsages ?? []).compactMap(\.plugin)
    )
  }
}

extension ManifestDump.Call {
  fileprivate var dependency: TargetDependency? {
    guard let name = argument(0) else { return nil }
    let reference: TargetDependency.Reference
    switch function {
    case "product": reference = .product(name, package: argument(1))
    case "target": reference = .target(name)
    case "byName": reference = .byName(name)
    default: return nil
    }
    return TargetDependency(reference: reference, condition: nil)
  }

  fileprivate var plugin: PluginUsage? {
    argument(0).map { PluginUsage(name: $0, package: argument(1)) }
  }
}
