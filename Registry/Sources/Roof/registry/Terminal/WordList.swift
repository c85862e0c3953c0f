extension [String] {
  /// The words with commas between them, in indented lines no wider than the terminal, or than 80
  /// columns where there is none.
  ///
  /// - Parameter start: Goes before the first word.
  func lines(after start: String = "", indent: Int, width: Int?) -> String {
    let margin = String(repeating: " ", count: indent)
    var lines = [margin + start]
    for (index, word) in enumerated() {
      let item = word + (index + 1 < count ? "," : "")
      let line = lines[lines.count - 1]
      if line.count > indent, line.count + 1 + item.count > width ?? 80 {
        lines.append(margin + item)
      } else {
        lines[lines.count - 1] += (line.count > indent ? " " : "") + item
      }
    }
    return lines.map { "\($0)\n" }.joined()
  }
}
