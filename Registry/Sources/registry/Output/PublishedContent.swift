import GitValues
import RegistryModel

/// The differences between the published files and the component's folder.
struct PublishedContent {
  /// The objects in place of links, by path; `nil` if there are none.
  let files: [String: String]?
  /// `nil` if nothing is left out.
  let omits: [String]?

  private static let most = 5

  init(_ release: Release) {
    let files = release.files.map { ($0.description, $1.object.description) }
    self.files = files.isEmpty ? nil : Dictionary(uniqueKeysWithValues: files)
    omits = release.omits.isEmpty ? nil : release.omits.sorted().map(\.description)
  }

  func text(style: Style) -> String {
    var text = ""
    if let files {
      text += line("links", files.keys.sorted(), "replaced by what they point to", style)
    }
    if let omits { text += line("omits", omits, "not published", style) }
    return text
  }

  private func line(_ name: String, _ paths: [String], _ words: String, _ style: Style) -> String {
    let more = paths.count > Self.most ? " and \(paths.count - Self.most) more" : ""
    let list = paths.prefix(Self.most).map(\.printable).joined(separator: ", ")
    return "  \(style(.dim, name))    \(list)\(more): \(words)\n"
  }
}
