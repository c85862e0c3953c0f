import Base
import Versions

/// A tag that the package manager reads as a version, such as `1.0.0`, `v1.0.0` or `1.0`.
///
/// Tags are in the order in which the package manager prefers them, where several name one version
/// (`RepositoryPackageContainer.knownVersions` of SwiftPM): the one with most numbers, and without a
/// `v`.
struct VersionTag: Comparable {
  /// Without `refs/tags/`.
  let name: String
  let version: SemanticVersion

  var reference: String { Self.folder + name }

  private static let folder = "refs/tags/"

  /// - Parameter reference: A whole name; `nil` if it is not a tag, or not one of a version.
  init?(reference: String) {
    guard reference.hasPrefix(Self.folder) else { return nil }
    let name = String(reference.dropFirst(Self.folder.count))
    let text = name.hasPrefix("v") ? name.dropFirst() : name[...]
    let end = text.firstIndex { $0 == "-" || $0 == "+" } ?? text.endIndex
    var numbers = text[..<end].split(separator: ".", omittingEmptySubsequences: false)
      .map(Self.withoutZeros)
    if numbers.count == 2 { numbers.append("0") }
    let canonical = numbers.joined(separator: ".") + text[end...]
    guard let version = try? SemanticVersion(canonical) else { return nil }
    (self.name, self.version) = (name, version)
  }

  static func < (tag: VersionTag, other: VersionTag) -> Bool {
    tag.rank.lexicographicallyPrecedes(other.rank)
      || (tag.rank == other.rank && tag.name < other.name)
  }

  private var rank: [Int] {
    [-name.count { $0 == "." }, name.hasPrefix("v") ? 1 : 0, name == version.description ? 0 : 1]
  }

  /// The package manager reads `01` as 1.
  private static func withoutZeros(_ number: Substring) -> Substring {
    let rest = number.drop { $0 == "0" }
    return rest.isEmpty ? number.suffix(1) : rest
  }
}
