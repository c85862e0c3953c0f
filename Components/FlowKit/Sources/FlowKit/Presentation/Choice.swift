/// One of the things a person can choose.
public struct Choice: Sendable, Hashable, Identifiable {
  /// What scripts and command-line flags call it: lower-case words with hyphens.
  public let id: String
  public let label: String
  /// A few words more, such as a price.
  public let detail: String?
  /// Further words by which a search finds it.
  public let keywords: [String]
  /// Other spellings of the identifier that an answer may use, such as `2` for `2.00`.
  public let aliases: [String]

  public init(
    id: String,
    label: String,
    detail: String? = nil,
    keywords: [String] = [],
    aliases: [String] = []
  ) {
    self.id = id
    self.label = label
    self.detail = detail
    self.keywords = keywords
    self.aliases = aliases
  }

  /// Whether each word of `query` occurs in the label, the detail, the identifier or a keyword.
  public func matches(_ query: String) -> Bool {
    let haystack = ([id, label, detail ?? ""] + keywords).joined(separator: " ").lowercased()
    return query.lowercased().split(separator: " ").allSatisfy { haystack.contains($0) }
  }
}
