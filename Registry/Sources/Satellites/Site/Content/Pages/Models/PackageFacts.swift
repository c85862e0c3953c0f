import Checks
import Content
import Git
import ManifestEditor
import ManifestForms
import Model
import Versions

/// The facts about a package in the manifest of a release.
struct PackageFacts: Sendable {
  /// The requirements of each manifest, those for the oldest version of Swift first.
  let editions: [Edition]
  let products: [PackageProduct]
  /// The dependencies on packages from elsewhere, without the components of this registry.
  let dependencies: [Dependency]

  /// The modules that clients import, sorted.
  let modules: [String]

  /// The requirements of a package with a version of Swift, and with later ones up to the next.
  struct Edition: Hashable, Sendable {
    let swift: String
    /// The lowest versions of systems, such as `17.0` of `iOS`.
    let platforms: [String: String]
  }

  struct Dependency: Hashable, Sendable {
    let name: String
    /// `nil` if a browser cannot open it.
    let url: String?
    let requirement: String?
  }

  /// `nil` if there is no manifest.
  init?(
    _ release: PublishedRelease,
    in manifest: Manifest,
    from repository: borrowing Repository
  ) throws {
    guard let file = try Self.manifest(of: release, from: repository) else { return nil }
    editions = try Self.editions(of: release, from: repository)
    products = file.products
    modules = LibraryProducts(file).modules
    let own = manifest.scope.key + "."
    let required = Set(release.release.requires.keys.map(\.key))
    dependencies = file.dependencies.compactMap { dependency in
      switch dependency.location {
      case .path: return nil
      // They are in the record.
      case .registry(let id)
      where id.lowercased().hasPrefix(own) || required.contains(id.lowercased()):
        return nil
      case .registry(let id):
        return Dependency(name: id, url: nil, requirement: dependency.requirement?.words)
      case .url(let text):
        let url = try? RepositoryURL(text)
        return Dependency(
          name: url?.packageName ?? text,
          url: url?.webPage,
          requirement: dependency.requirement?.words
        )
      }
    }
  }
}

extension PackageFacts {
  private static func editions(
    of release: PublishedRelease,
    from repository: borrowing Repository
  ) throws -> [Edition] {
    var found: [ToolsVersion: Edition] = [:]
    for (_, bytes) in try release.manifests(from: repository) {
      guard let file = try? LocatedManifest(surveying: bytes, packagePath: .root) else {
        continue
      }
      let swift = file.toolsVersion
      found[swift] = Edition(swift: swift.description, platforms: file.platforms)
    }
    return found.sorted { $0.key < $1.key }.map(\.value)
  }

  /// As it is published; `nil` if there is none.
  static func manifest(
    of release: PublishedRelease,
    from repository: borrowing Repository
  ) throws -> LocatedManifest? {
    guard let name = ManifestFileName("Package.swift"),
      let bytes = try release.manifests(from: repository)[name]
    else { return nil }
    return try LocatedManifest(surveying: bytes, packagePath: .root)
  }
}

extension PackageRequirement {
  /// As other requirements are written.
  fileprivate var words: String {
    switch self {
    case .exact(let version): version
    case .from(let version): "from \(version)"
    case .upToNextMinor(let version): "up to next minor from \(version)"
    case .range(let lower, let upper): "\(lower)..<\(upper)"
    case .closedRange(let lower, let upper): "\(lower)...\(upper)"
    }
  }
}
