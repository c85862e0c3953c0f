/// The lines of a commit's message, by bytes: a release plan reads the messages of thousands of commits.
struct CommitLines {
  let lines: [Substring]
  /// By line, whether it is in a code block or is the start or end of one.
  let isCode: [Bool]

  init(_ message: String) {
    lines = Changelog.lines(of: message).map { line in
      line.utf8.last == UInt8(ascii: "\r") ? Substring(line.utf8.dropLast()) : line
    }
    isCode = CodeFence.blocks(lines.map(String.init)).isCode
  }

  /// The texts of the lines `BREAKING CHANGE: text` and `BREAKING-CHANGE: text`, each in lines.
  ///
  /// Such a line counts wherever it starts, as it does for other tools, but in code. A footer
  /// begins a paragraph, or comes after another footer, and goes on until the next one
  /// (Conventional Commits 1.0.0); what starts within a paragraph ends with it.
  static func breaking(in message: String) -> [[String]] {
    let isBreaking = message.utf8.split(separator: UInt8(ascii: "\n")).dropFirst()
      .contains { Self.breakingText(of: Substring($0)) != nil }
    return isBreaking ? CommitLines(message).breaking : []
  }

  private var breaking: [[String]] {
    var texts: [[String]] = []
    var isOpen = false
    var isInParagraph = false
    // The subject may be followed at once.
    var mayBegin = true
    for (place, line) in lines.enumerated().dropFirst() {
      if isCode[place] {
        mayBegin = isOpen
      } else if line.utf8.allSatisfy({ $0 == UInt8(ascii: " ") }) {
        mayBegin = true
        if isInParagraph, texts.last.map(Self.trimmed)?.isEmpty == false { isOpen = false }
      } else if let text = Self.breakingText(of: line) {
        texts.append([String(text)])
        isInParagraph = !mayBegin
        isOpen = true
        mayBegin = true
        continue
      } else if mayBegin, Self.isFooter(line) || Self.isSquashed(line) {
        isOpen = false
      } else if !isOpen {
        mayBegin = false
      }
      if isOpen { texts[texts.count - 1].append(String(line)) }
    }
    return texts.map(Self.trimmed).filter { !$0.isEmpty }
  }

  /// The subjects of the commits that a forge made one of, as it lists them in the message, without
  /// those that later ones revert.
  static func squashed(in message: String) -> [String] {
    let hasList = message.utf8.split(separator: UInt8(ascii: "\n")).dropFirst()
      .contains { $0.starts(with: Self.bullet) }
    guard hasList else { return [] }
    let text = CommitLines(message)
    var subjects: [String] = []
    for (place, line) in text.lines.enumerated().dropFirst()
    where !text.isCode[place] && line.utf8.starts(with: Self.bullet) {
      let subject = String(Substring(line.utf8.dropFirst(2)))
      if let reverted = Revert.subject(of: subject) {
        let place = subjects.lastIndex { Revert.withoutNumber($0) == reverted }
        if let place { subjects.remove(at: place) }
      } else {
        subjects.append(subject)
      }
    }
    return subjects
  }

  private static let bullet = "* ".utf8

  /// `nil` for a line that does not start with the token.
  private static func breakingText(of line: Substring) -> Substring? {
    guard line.utf8.first == UInt8(ascii: "B") else { return nil }
    for token in ["BREAKING CHANGE:", "BREAKING-CHANGE:"] where line.utf8.starts(with: token.utf8) {
      let rest = line.utf8.dropFirst(token.utf8.count)
      guard let first = rest.first else { return "" }
      return first == UInt8(ascii: " ") ? Substring(rest.dropFirst()) : nil
    }
    return nil
  }

  /// Whether a line is `Token: text` or `Token #text`.
  private static func isFooter(_ line: Substring) -> Bool {
    let token = line.utf8.prefix { byte in
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || byte == UInt8(ascii: "-")
    }
    let rest = line.utf8.dropFirst(token.count)
    return !token.isEmpty && (rest.starts(with: ": ".utf8) || rest.starts(with: " #".utf8))
  }

  /// Whether a line is the subject of one of the commits that a forge made one of.
  private static func isSquashed(_ line: Substring) -> Bool {
    line.utf8.starts(with: bullet)
      && ConventionalParts(String(Substring(line.utf8.dropFirst(2)))) != nil
  }

  private static func trimmed(_ lines: [String]) -> [String] {
    let isEmpty: (String) -> Bool = { $0.utf8.allSatisfy { $0 == UInt8(ascii: " ") } }
    return Array(lines.drop(while: isEmpty).reversed().drop(while: isEmpty).reversed())
  }
}
