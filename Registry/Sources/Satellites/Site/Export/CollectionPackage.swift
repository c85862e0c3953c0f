import Base
import Content
import Git
import ManifestEditor
import ManifestForms
import Model
import Versions

/// A package as a part of a package collection (SE-0291), with all releases that are not withdrawn.
struct CollectionPackage {
  static let fileName = "package.json"

  let bytes: [UInt8]

  /// The facts about a package besides its releases.
  struct Facts {
    let identity: String
    /// The place of the package in the registry.
    let place: String
    /// The repository of the package; `nil` if it has none of its own.
    let repository: RepositoryURL?
    /// The description of the newest release; `nil` if it has none.
    let summary: String?
  }

  /// - Parameter known: The same as it was written for earlier releases, which never change.
  init(
    _ facts: Facts,
    _ entry: RegistrySnapshot.Entry,
    _ index: ReleaseIndex,
    latest: Release,
    since known: [UInt8]?,
    from repository: borrowing Repository
  ) throws {
    let page = "\(facts.place)/\(PagePaths.pageFile)"
    var members: [String: JSONValue] = [
      "identity": .string(facts.identity),
      "keywords": .array([entry.component?.layer?.text].compactMap(\.self).map { .string($0) }),
      "url": .string(facts.repository?.description ?? facts.place),
    ]
    members["summary"] = facts.summary.map { .string($0) }
    let texts = try ReleaseTexts(of: latest, in: repository)
    if let readme = texts.readme?.name {
      let own = facts.repository?.page(of: readme, at: latest.version)
      members["readmeURL"] = .string(own ?? "\(page)#readme")
    }
    if let licence = try ReleaseFacts.Licence(
      of: latest,
      entry,
      texts,
      facts.repository,
      repository
    ) {
      var license: [String: JSONValue] = ["url": .string(licence.url ?? "\(page)#facts")]
      license["name"] = licence.identifier.map { .string($0) }
      members["license"] = .object(license)
    }
    let known = Self.versions(in: known)
    members["versions"] = .array(
      try index.releases.filter { index.yank(of: $0) == nil }.compactMap { release in
        if let version = known[release.version.description] { return version }
        let published = try PublishedRelease(component: entry.name, release: release)
        return try Self.version(published, from: repository)
      }
    )
    bytes = Array(JSONValue.object(members).compact.utf8)
  }

  private static func versions(in known: [UInt8]?) -> [String: JSONValue] {
    guard let known, case .object(let members)? = try? JSONValue(reading: known, file: fileName),
      case .array(let versions)? = members["versions"]
    else { return [:] }
    var found: [String: JSONValue] = [:]
    for case .object(let version) in versions {
      guard case .string(let name)? = version["version"] else { continue }
      found[name] = .object(version)
    }
    return found
  }

  /// Whether a package that was written as ``bytes`` has a version, without which a collection cannot
  /// have it.
  static func hasVersion(_ bytes: [UInt8]) -> Bool {
    !bytes.suffix(none.count).elementsEqual(none)
  }

  private static let none = Array("\"versions\":[]}".utf8)

  /// `nil` if the manifest computes what a collection must say.
  private static func version(
    _ release: PublishedRelease,
    from repository: borrowing Repository
  ) throws -> JSONValue? {
    guard let file = ManifestFileName("Package.swift"),
      let bytes = try release.manifests(from: repository)[file],
      let manifest = try? LocatedManifest(surveying: bytes, packagePath: .root),
      manifest.offeredProducts != nil
    else { return nil }
    let tools = "\(manifest.toolsVersion.major).\(manifest.toolsVersion.minor)"
    let products = manifest.products.filter { !$0.targets.isEmpty }
    let targets = manifest.targets.filter { $0.kind != .testTarget }
    guard !products.isEmpty, !targets.isEmpty else { return nil }
    let platforms = manifest.platforms.sorted { $0.key < $1.key }
    let contents = JSONValue.object([
      "minimumPlatformVersions": .array(
        platforms.map { .object(["name": .string($0), "version": .string($1)]) }
      ),
      "packageName": .string(manifest.name ?? release.component.text),
      "products": .array(products.map(json)),
      "targets": .array(targets.map { .object(["name": .string($0.name)]) }),
      "toolsVersion": .string(tools),
    ])
    return .object([
      "createdAt": .string(release.release.date.description),
      "defaultToolsVersion": .string(tools),
      "manifests": .object([tools: contents]),
      "version": .string(release.release.version.description),
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
