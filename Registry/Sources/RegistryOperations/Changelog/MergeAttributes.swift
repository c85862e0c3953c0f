import Git

/// The lines of `.gitattributes` by which git merges registry files that grow on both sides.
struct MergeAttributes {
  static let path = TreePath(known: ".gitattributes")

  private let wanted: [String]

  init(releases: TreePath, changelog: TreePath) {
    wanted = ["\(changelog) merge=union", "\(releases)/*.jsonl merge=union"]
  }

  /// The text with what is missing; nothing if nothing is.
  func added(to text: String?) -> String? {
    let text = text ?? ""
    // A pattern that is there stays as a person set it.
    let patterns = Set(
      text.split(whereSeparator: \.isNewline)
        .filter { $0.contains(" merge=") || $0.contains(" -merge") || $0.contains(" merge") }
        .compactMap { $0.split(separator: " ").first }
    )
    let missing = wanted.filter { line in
      line.split(separator: " ").first.map { !patterns.contains($0) } ?? false
    }
    guard !missing.isEmpty else { return nil }
    let start = text.isEmpty || text.hasSuffix("\n") ? text : text + "\n"
    return start + missing.map { $0 + "\n" }.joined()
  }
}
