import Content
import Git
import ManifestEditor
import Base
import Model
import Versions

/// A package as a part of a package collection (SE-0291), with its newest release.
struct CollectionPackage {
  static let fileName = "package.json"

  let bytes: [UInt8]

  /// - Parameters:
  ///   - summary: The description of the release; `nil` if it has none.
  ///   - url: The repository of the package, or else its place in the registry.
  init(
    _ index: ReleaseIndex,
    latest: PublishedRelease,
    summary: String?,
    identity: String,
    url: String,
    from repository: borrowing Repository
  ) throws {
    var members: [String: JSONValue] = [
      "identity": .string(identity), "url": .string(url), "versions": .array([]),
    ]
    members["summary"] = summary.map { .string($0) }
    if let version = try Self.version(latest, from: repository) {
      members["versions"] = .array([version])
    }
    bytes = Array(JSONValue.object(members).compact.utf8)
  }

  /// Whether a package that was written as ``bytes`` has a version, without which a collection cannot
  /// have it.
  static func hasVersion(_ bytes: [UInt8]) -> Bool {
    !bytes.suffix(none.count).elementsEqual(none)
  }

  private static let none = Array("\"versions\":[]}".utf8)

  /// `nil` if the manifest computes what a collection must say.
  private static func version(
    _ latest: PublishedRelease,
    from repository: borrowing Repository
  ) throws -> JSONValue? {
    guard let file = ManifestFileName("Package.swift"),
      let bytes = try latest.manifests(from: repository)[file],
      let manifest = try? PackageManifestFile(surveying: bytes, packagePath: .root),
      manifest.offeredProducts != nil
    else { return nil }
    let tools = "\(manifest.toolsVersion.major).\(manifest.toolsVersion.minor)"
    let products = manifest.products.filter { !$0.targets.isEmpty }
    let targets = manifest.targets.filter { $0.kind != .testTarget }
    guard !products.isEmpty, !targets.isEmpty else { return nil }
    let contents = JSONValue.object([
      "packageName": .string(manifest.name ?? latest.component.text),
      "products": .array(products.map(json)),
      "targets": .array(targets.map { .object(["name": .string($0.name)]) }),
      "toolsVersion": .string(tools),
    ])
    return .object([
      "createdAt": .string(latest.release.date.description),
      "defaultToolsVersion": .string(tools),
      "manifests": .object([tools: contents]),
      "version": .string(latest.release.version.description),
    ])
  }

  private static func json(_ product: PackageProduct) -> JSONValue {
    let kind: JSONValue =
      product.kind == .library
      ? .object(["library": .array([.string("automatic")])])
      : .object([product.kind.rawValue: .null])
    return .object([
      "name": .string(product.name),
      "targets": .array(product.targets.map { .string($0) }),
      "type": kind,
    ])
  }

  /// The collection of packages that were written as ``bytes``.
  static func collection(
    of packages: [[UInt8]],
    named name: String,
    on date: RecordDate
  ) -> [UInt8] {
    let head = JSONValue.object([
      "formatVersion": .string("1.0"), "generatedAt": .string(date.description),
      "generatedBy": .object(["name": .string("registry")]), "name": .string(name),
    ]).compact
    return Array("\(head.dropLast()),\"packages\":[".utf8)
      + packages.joined(separator: [UInt8(ascii: ",")]) + Array("]}".utf8)
  }
}
