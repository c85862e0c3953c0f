/// Text of people that stands for itself in Markdown (CommonMark 0.31 with the strikethrough of
/// GitHub): no tag, emphasis, link, heading or list comes of it, and no mention of a person.
///
/// Text in backticks stays as it is. By bytes, as renderers read it.
struct MarkdownText {
  private let bytes: [UInt8]
  /// The place of the mark that would begin another block.
  private var start: Int?
  /// Whether code is made of a name in it.
  private var hasMention = false
  private var escaped: [UInt8] = []

  /// - Parameter begins: Whether the text begins a block, in which a first mark would make another
  ///   one of it.
  static func escaped(_ text: String, begins: Bool) -> String {
    var writer = MarkdownText(bytes: Array(text.utf8))
    if begins { writer.start = writer.startMark() }
    writer.hasMention = writer.bytes.indices.contains { writer.endOfMention(from: $0) != nil }
    return writer.finished()
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  private func startMark() -> Int? {
    guard let first = bytes.first else { return nil }
    let number = bytes.prefix(while: Self.isDigit)
    if !number.isEmpty {
      let mark = bytes[number.endIndex...]
      let isItem =
        ".)".utf8.contains(mark.first ?? 0) && " ".utf8.contains(mark.dropFirst().first ?? 0x20)
      return isItem ? mark.startIndex : nil
    }
    let rest = bytes.drop { $0 == first }
    let isFollowed = rest.isEmpty || rest.first == UInt8(ascii: " ")
    let isMark =
      switch first {
      case UInt8(ascii: "#"): isFollowed
      case UInt8(ascii: "*"): bytes.count == 1 || bytes[1] == UInt8(ascii: " ")
      // Without others behind them they begin a block of code.
      case UInt8(ascii: "`"): bytes.count - rest.count >= 3 && !rest.contains(first)
      case UInt8(ascii: "+"), UInt8(ascii: "-"):
        isFollowed || rest.allSatisfy { " -".utf8.contains($0) }
      case UInt8(ascii: "="): rest.allSatisfy { $0 == UInt8(ascii: " ") }
      case UInt8(ascii: ">"): true
      default: false
      }
    return isMark ? 0 : nil
  }

  private mutating func finished() -> String {
    var place = 0
    while place < bytes.count {
      if bytes[place] == UInt8(ascii: "`"), let end = endOfCode(from: place) {
        escaped += bytes[place..<end]
        place = end
        continue
      }
      if let end = endOfMention(from: place) {
        appendMention(place..<end)
        place = end
        continue
      }
      if place == start || isMark(at: place) { escaped.append(Self.backslash) }
      escaped.append(bytes[place])
      place += 1
    }
    return String(decoding: escaped, as: UTF8.self)
  }

  /// Behind the backticks that end the code which starts at `place`.
  private func endOfCode(from place: Int) -> Int? {
    let count = bytes[place...].prefix { $0 == UInt8(ascii: "`") }.count
    if place > 0, bytes[place - 1] == UInt8(ascii: "`") { return nil }
    var start = place + count
    while let next = bytes[start...].firstIndex(of: UInt8(ascii: "`")) {
      let run = bytes[next...].prefix { $0 == UInt8(ascii: "`") }.count
      if run == count { return next + run }
      start = next + run
    }
    return nil
  }

  /// Behind the name of a person or an attribute such as `@MainActor`, which forges take for one;
  /// `nil` if none starts at `place`.
  private func endOfMention(from place: Int) -> Int? {
    guard bytes[place] == UInt8(ascii: "@") else { return nil }
    if place > 0 {
      let before = bytes[place - 1]
      // As in an address.
      guard !Self.isInWord(before), !"_/".utf8.contains(before) else { return nil }
    }
    let rest = bytes[(place + 1)...]
    guard let first = rest.first, Self.isLetter(first) || Self.isDigit(first) else { return nil }
    let name = rest.prefix { Self.isLetter($0) || Self.isDigit($0) || "_-./".utf8.contains($0) }
    let last = name.lastIndex { Self.isLetter($0) || Self.isDigit($0) || $0 == UInt8(ascii: "_") }
    return last.map { $0 + 1 }
  }

  /// Makes code of it, in which no forge looks for names.
  private mutating func appendMention(_ range: Range<Int>) {
    let mark = UInt8(ascii: "`")
    let isBesideCode =
      escaped.last == mark || range.upperBound < bytes.count && bytes[range.upperBound] == mark
    if isBesideCode {
      // Backticks that meet are others.
      escaped += "@<!-- -->".utf8 + bytes[range].dropFirst()
    } else {
      escaped += [mark] + bytes[range] + [mark]
    }
  }

  private func isMark(at place: Int) -> Bool {
    let before = place > 0 ? bytes[place - 1] : UInt8(ascii: " ")
    let after = place + 1 < bytes.count ? bytes[place + 1] : UInt8(ascii: " ")
    return switch bytes[place] {
    case Self.backslash: Self.isPunctuation(after)
    case UInt8(ascii: "<"): Self.isLetter(after) || "/!?".utf8.contains(after)
    case UInt8(ascii: "["): true
    // Those of a name behind it would end code that starts here.
    case UInt8(ascii: "`"): hasMention
    case UInt8(ascii: "*"): before != UInt8(ascii: " ") || after != UInt8(ascii: " ")
    // Within a word it is none.
    case UInt8(ascii: "_"): !Self.isInWord(before) || !Self.isInWord(after)
    case UInt8(ascii: "~"): before == UInt8(ascii: "~") || after == UInt8(ascii: "~")
    case UInt8(ascii: "&"): isReference(at: place)
    default: false
    }
  }

  /// Whether a name of a character, such as `&lt;`, starts here.
  private func isReference(at place: Int) -> Bool {
    let name = bytes[(place + 1)...].prefix {
      Self.isLetter($0) || Self.isDigit($0) || $0 == UInt8(ascii: "#")
    }
    return !name.isEmpty && name.endIndex < bytes.count && bytes[name.endIndex] == UInt8(ascii: ";")
  }

  private static let backslash = UInt8(ascii: "\\")

  private static func isLetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }

  private static func isInWord(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || byte >= 0x80
  }

  /// Any that a backslash before it makes a plain character of.
  private static func isPunctuation(_ byte: UInt8) -> Bool {
    0x21...0x7E ~= byte && !isLetter(byte) && !isDigit(byte)
  }
}
