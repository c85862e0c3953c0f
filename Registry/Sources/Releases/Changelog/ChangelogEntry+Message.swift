/// The message of a release commit.
extension ChangelogEntry {
  /// One paragraph under the other, each release below a line of its own where there are several.
  static func message(of entries: [ChangelogEntry]) -> String {
    var paragraphs = ["Release \(subject(of: entries))"]
    for entry in entries {
      if entries.count > 1 { paragraphs.append("\(entry.component) \(entry.version)") }
      paragraphs += entry.paragraphs
    }
    return paragraphs.joined(separator: "\n\n") + "\n"
  }

  /// The releases, shortened to the length of a line.
  static func subject(of entries: [ChangelogEntry]) -> String {
    let names = entries.map { "\($0.component) \($0.version)" }
    guard let last = names.last, names.count > 1 else { return names.joined() }
    return names.count > 3
      ? "\(names.count) components" : names.dropLast().joined(separator: ", ") + " and \(last)"
  }
}
