import Base
import Model

/// What the publisher of a release said of it (SE-0391), as far as a page can show it.
struct SentFacts {
  /// `nil` if nothing was sent.
  let json: JSONValue?
  let description: String?
  /// The URL of the licence.
  let licence: String?
  let authors: [String]
  /// The rest, as text, by name.
  let others: [(name: String, value: String)]

  /// The ones that have a place of their own, and those that the registry says itself.
  private static let shown: Set = [
    "author", "commit", "description", "licenseURL", "readmeURL", "repositoryURLs", "requires",
    "tree",
    "withdrawn",
  ]

  init(_ json: JSONValue?) {
    self.json = json
    var members: [String: JSONValue] = [:]
    if case .object(let sent)? = json { members = sent }
    description = Self.text(members["description"])
    licence = Self.text(members["licenseURL"]).flatMap(Markdown.webAddress)
    authors = Self.authors(members["author"])
    others = members.filter { !Self.shown.contains($0.key) }.sorted { $0.key < $1.key }
      .map { ($0, Self.text($1) ?? $1.compact) }
  }

  /// A person, and the organization of that.
  private static func authors(_ value: JSONValue?) -> [String] {
    guard case .object(let author)? = value else { return [] }
    var names = [text(author["name"])]
    if case .object(let organization)? = author["organization"] {
      names.append(text(organization["name"]))
    }
    return names.compactMap(\.self)
  }

  private static func text(_ value: JSONValue?) -> String? {
    if case .string(let text)? = value, !text.isEmpty { text } else { nil }
  }
}
