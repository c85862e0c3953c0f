import GitValues
import RegistryModel
import Versioning

/// The differences between the published files and the component's folder.
struct PublishedContent {
  /// The objects in place of links, by path; `nil` if there are none.
  let files: [String: String]?
  /// `nil` if nothing is left out.
  let omits: [String]?
  /// The objects of files from the root of the repository, by path; `nil` if there are none.
  let adds: [String: String]?

  private let omitted: String

  init(_ release: Release) {
    omitted = release.isInternal ? "submodules, which the clone has" : "not published"
    files = Self.objects(release.files)
    adds = Self.objects(release.adds)
    omits = release.omits.isEmpty ? nil : release.omits.sorted().map(\.description)
  }

  private static func objects(_ files: [TreePath: PublishedObject]) -> [String: String]? {
    let objects = files.map { ($0.description, $1.object.description) }
    return objects.isEmpty ? nil : Dictionary(uniqueKeysWithValues: objects)
  }

  func text(style: Style) -> String {
    lines(style: style).map { "\($0)\n" }.joined()
  }

  func lines(style: Style) -> [String] {
    [
      files.map { line("links", $0.keys.sorted(), "replaced by what they point to", style) },
      omits.map { line("omits", $0, omitted, style) },
      adds.map { line("added", $0.keys.sorted(), "from the root of the repository", style) },
    ].compactMap(\.self)
  }

  private func line(_ name: String, _ paths: [String], _ words: String, _ style: Style) -> String {
    "  \(style(.dim, name))    \(paths.map(\.printable).shortList()): \(words)"
  }
}
