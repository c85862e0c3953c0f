package import Base
package import ManifestEditor
package import Model
package import Versions

/// The components by the URLs of their own repositories, as the manifest says.
///
/// A dependency on such a URL is one on the component. Private components have none: they are never
/// released.
package struct ComponentRepositories: Sendable {
  private let components: [String: ComponentName]

  /// A longer text is not a URL.
  private static let greatestLength = 2048

  package init(_ manifest: Manifest) {
    var components: [String: ComponentName] = [:]
    for (name, component) in manifest.components where !component.isPrivate {
      guard let url = manifest.repository(of: name) else { continue }
      // The URL of one component takes precedence over that of all.
      if component.repository != nil || components[url.canonical] == nil {
        components[url.canonical] = name
      }
    }
    self.components = components
  }

  package var isEmpty: Bool { components.isEmpty }

  /// - Parameter url: In any spelling: by https or ssh, with `.git` or without.
  package func component(at url: String) -> ComponentName? {
    guard !components.isEmpty, let url = try? RepositoryURL(url) else { return nil }
    return components[url.canonical]
  }

  /// The components whose URLs occur in quotes in a text, for whatever purpose; much faster than
  /// parsing it.
  package func components(quotedIn bytes: [UInt8]) -> Set<ComponentName> {
    guard !components.isEmpty else { return [] }
    var found: Set<ComponentName> = []
    for part in bytes.split(separator: UInt8(ascii: "\""))
    where part.count < Self.greatestLength && part.contains(UInt8(ascii: ":")) {
      if let name = component(at: String(decoding: part, as: UTF8.self)) { found.insert(name) }
    }
    return found
  }

  /// The dependencies of a package on components by URL, with the URLs as it writes them.
  ///
  /// - Parameter own: The package's own component; it does not depend on itself.
  package func dependencies(
    of file: PackageManifestFile,
    besides own: ComponentName? = nil
  ) -> [(url: String, component: ComponentName, dependency: PackageDependency)] {
    file.dependencies.compactMap { dependency in
      guard case .url(let url) = dependency.location, let name = component(at: url), name != own
      else { return nil }
      return (url, name, dependency)
    }
  }
}

extension VersionRequirement {
  /// - Throws: For what is not a semantic version.
  package init(_ written: PackageRequirement) throws(OperationError) {
    self =
      switch written {
      case .exact(let version): .exact(try SemanticVersion(version))
      case .from(let version): .from(try SemanticVersion(version))
      case .upToNextMinor(let version): .upToNextMinor(from: try SemanticVersion(version))
      case .range(let lower, let upper):
        .range(from: try SemanticVersion(lower), to: try SemanticVersion(upper))
      case .closedRange(let lower, let upper):
        .closedRange(from: try SemanticVersion(lower), through: try SemanticVersion(upper))
      }
  }
}
