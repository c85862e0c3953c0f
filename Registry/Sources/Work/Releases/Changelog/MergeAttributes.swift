import Git
import Model

/// The lines of `.gitattributes` that let git merge registry files to which both sides add lines.
struct MergeAttributes {
  static let path = TreePath(known: ".gitattributes")

  private let patterns: [String]

  init(releases: TreePath, changelog: TreePath) {
    patterns = [Self.pattern(changelog), Self.pattern(releases) + "/*.jsonl"]
  }

  /// The text with what is missing; `nil` if nothing is.
  func added(to text: String?) -> String? {
    let text = text ?? ""
    // A pattern that is there stays as a person set it.
    let known = Set(text.split(whereSeparator: \.isNewline).compactMap(Self.mergedPattern))
    let missing = patterns.filter { !known.contains($0) }
    guard !missing.isEmpty else { return nil }
    let start = text.isEmpty || text.hasSuffix("\n") ? text : text + "\n"
    return start + missing.map { "\($0) merge=union\n" }.joined()
  }

  /// The pattern of a line that says how to merge; `nil` for any other line.
  private static func mergedPattern(_ line: Substring) -> String? {
    let words = line.split(whereSeparator: \.isWhitespace)
    let attributes = words.dropFirst().map { $0.drop { "-!".contains($0) } }
    let isMerged = attributes.contains { $0 == "merge" || $0.hasPrefix("merge=") }
    return isMerged ? words.first.map(String.init) : nil
  }

  /// Characters that git or libgit2 would misread become `?`, which matches any character, because
  /// the two have no common way to quote them.
  private static func pattern(_ path: TreePath) -> String {
    let pattern = path.description.map { " *?[]\\\"".contains($0) ? "?" : $0 }
    let isMisread = pattern.first.map { "!#".contains($0) } ?? false
    return isMisread ? "?" + pattern.dropFirst() : String(pattern)
  }
}
