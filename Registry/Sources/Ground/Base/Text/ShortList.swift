extension Collection where Element: StringProtocol {
  /// The first few with commas between them, and how many more there are: `a, b and 3 more`.
  package func shortList(_ most: Int = 5) -> String {
    let more = count > most ? " and \(count - most) more" : ""
    return prefix(most).joined(separator: ", ") + more
  }
}
