import Git
import ManifestEditor

/// Recognizes URLs that look like a package of this repository, published from a repository of its
/// own.
struct OwnPackages: Sendable {
  private let origins: [RepositoryOrigin]
  /// Folders and names of the packages, normalized for comparison.
  private let names: Set<String>

  /// Common prefixes of split repositories.
  private static let prefixes = ["swiftpm-", "swift-", "spm-"]

  init(_ origins: [RepositoryOrigin], packages: [SurveyedPackage]) {
    self.origins = origins
    var names = Set(
      packages.flatMap { [String($0.path.name), $0.manifest?.name].compactMap(\.self) }
    )
    names.formUnion(origins.map(\.name))
    names.remove("")
    self.names = Set(names.flatMap(Self.keys))
  }

  func contains(url: String) -> Bool {
    guard let place = RepositoryOrigin(url: url),
      origins.contains(where: { origin in
        origin.host == place.host && origin.owner.lowercased() == place.owner.lowercased()
      })
    else { return false }
    return !names.isDisjoint(with: Self.keys(place.name))
  }

  /// The name with and without a prefix, whatever its case and separators are.
  private static func keys(_ name: String) -> [String] {
    let lower = name.lowercased()
    let bare = prefixes.first { lower.hasPrefix($0) }.map { lower.dropFirst($0.count) }
    return [lower[...], bare].compactMap { key in
      key.map { $0.filter { $0.isLetter || $0.isNumber } }
    }
  }
}
