/// A pattern of a `.gitattributes` file, matched as git does it (gitignore(5) and gitattributes(5)).
///
/// Matching takes a time that grows with the lengths of pattern and path multiplied, whatever the
/// pattern.
package struct AttributePattern: Sendable {
  private enum Part {
    case byte(UInt8)
    /// `?`
    case any
    case oneOf(ByteSet)
    /// `*`: anything without a slash.
    case star
    /// `**/`: no folder, or any number of them.
    case folders
    /// `**` at the end: anything.
    case rest
  }

  private let parts: [Part]
  private let isForName: Bool
  private let isForFolders: Bool

  /// - Parameter text: As it is in the file; `nil` for what git ignores.
  package init?(_ text: [UInt8]) {
    var text = text[...]
    if text.first == UInt8(ascii: "!") { return nil }
    isForFolders = text.count > 1 && text.last == UInt8(ascii: "/")
    if isForFolders { text = text.dropLast() }
    isForName = !text.contains(UInt8(ascii: "/"))
    if text.first == UInt8(ascii: "/") { text = text.dropFirst() }
    guard let parts = Self.parts(of: Array(text)) else { return nil }
    self.parts = parts
  }

  /// - Parameters:
  ///   - path: From the folder of the file that the pattern is in.
  ///   - steps: Grows by what the match costs.
  package func matches(_ path: Substring.UTF8View, isFolder: Bool, steps: inout Int) -> Bool {
    guard isFolder || !isForFolders else { return false }
    guard isForName else { return matches(path, steps: &steps) }
    let start = path.lastIndex(of: UInt8(ascii: "/")).map(path.index(after:)) ?? path.startIndex
    return matches(path[start...], steps: &steps)
  }

  /// Follows all ways through the pattern at once.
  private func matches(_ text: some Sequence<UInt8>, steps: inout Int) -> Bool {
    var current = Places(count: parts.count + 1)
    var next = current
    enter(0, &current)
    steps += parts.count
    for byte in text {
      next.removeAll()
      steps += current.list.count
      for place in current.list where place < parts.count {
        switch parts[place] {
        case .byte(let expected): if byte == expected { enter(place + 1, &next) }
        case .any: if byte != UInt8(ascii: "/") { enter(place + 1, &next) }
        case .oneOf(let set):
          if byte != UInt8(ascii: "/"), set.contains(byte) { enter(place + 1, &next) }
        case .star: if byte != UInt8(ascii: "/") { enter(place, &next) }
        case .folders:
          _ = next.insert(place)
          if byte == UInt8(ascii: "/") { enter(place + 1, &next) }
        case .rest: enter(place, &next)
        }
      }
      if next.list.isEmpty { return false }
      swap(&current, &next)
    }
    return current.list.contains(parts.count)
  }

  /// A place in the pattern, with those that are reached from it without another byte.
  private func enter(_ place: Int, _ places: inout Places) {
    var place = place
    // Where a folder was come to from itself, the places behind it may still be missing.
    while places.insert(place) || isFolders(place), place < parts.count {
      switch parts[place] {
      case .star, .folders, .rest: place += 1
      case .byte, .any, .oneOf: return
      }
    }
  }

  private func isFolders(_ place: Int) -> Bool {
    guard place < parts.count, case .folders = parts[place] else { return false }
    return true
  }

  /// Places in a pattern, each once.
  private struct Places {
    private(set) var list: [Int] = []
    private var isIn: [Bool]

    init(count: Int) {
      isIn = Array(repeating: false, count: count)
    }

    /// Whether the place was not there.
    mutating func insert(_ place: Int) -> Bool {
      if isIn[place] { return false }
      isIn[place] = true
      list.append(place)
      return true
    }

    mutating func removeAll() {
      for place in list { isIn[place] = false }
      list.removeAll(keepingCapacity: true)
    }
  }

  private static func parts(of text: [UInt8]) -> [Part]? {
    var parts: [Part] = []
    var index = 0
    while index < text.count {
      let isAtStart = index == 0 || text[index - 1] == UInt8(ascii: "/")
      switch text[index] {
      case UInt8(ascii: "*"):
        let end = text[index...].firstIndex { $0 != UInt8(ascii: "*") } ?? text.count
        if end - index == 2, isAtStart, end == text.count {
          parts.append(.rest)
        } else if end - index == 2, isAtStart, text[end] == UInt8(ascii: "/") {
          // Several in a row are one, and would cost as many steps a byte.
          if !isAfterFolders(parts) { parts.append(.folders) }
          index = end + 1
          continue
        } else {
          parts.append(.star)
        }
        index = end
      case UInt8(ascii: "?"):
        parts.append(.any)
        index += 1
      case UInt8(ascii: "["):
        index += 1
        guard let set = ByteSet(reading: text, from: &index) else { return nil }
        parts.append(.oneOf(set))
      case UInt8(ascii: "\\"):
        guard index + 1 < text.count else { return nil }
        parts.append(.byte(text[index + 1]))
        index += 2
      case let byte:
        parts.append(.byte(byte))
        index += 1
      }
    }
    return parts
  }

  private static func isAfterFolders(_ parts: [Part]) -> Bool {
    if case .folders = parts.last { true } else { false }
  }
}

/// The bytes that brackets in a pattern match.
private struct ByteSet {
  private var members: Set<UInt8> = []
  private var isNegated = false

  func contains(_ byte: UInt8) -> Bool { members.contains(byte) != isNegated }

  /// Reads what follows an opening bracket, and moves `index` past the closing one.
  init?(reading text: [UInt8], from index: inout Int) {
    if index < text.count, text[index] == UInt8(ascii: "!") || text[index] == UInt8(ascii: "^") {
      isNegated = true
      index += 1
    }
    var isFirst = true
    while index < text.count, isFirst || text[index] != UInt8(ascii: "]") {
      isFirst = false
      if let name = Self.className(in: text, at: index) {
        guard let bytes = Self.classes[name] else { return nil }
        members.formUnion((0...127).filter(bytes))
        index += name.utf8.count + 4
        continue
      }
      guard let first = Self.byte(in: text, &index) else { return nil }
      guard index + 1 < text.count, text[index] == UInt8(ascii: "-"),
        text[index + 1] != UInt8(ascii: "]")
      else {
        members.insert(first)
        continue
      }
      index += 1
      guard let last = Self.byte(in: text, &index) else { return nil }
      if first <= last { members.formUnion(first...last) }
    }
    guard index < text.count else { return nil }
    index += 1
  }

  private static func byte(in text: [UInt8], _ index: inout Int) -> UInt8? {
    if text[index] == UInt8(ascii: "\\") { index += 1 }
    guard index < text.count else { return nil }
    index += 1
    return text[index - 1]
  }

  /// The name in `[:name:]`.
  private static func className(in text: [UInt8], at index: Int) -> String? {
    guard text[index...].starts(with: "[:".utf8) else { return nil }
    let name = text[(index + 2)...].prefix { $0 != UInt8(ascii: ":") }
    guard text[name.endIndex...].starts(with: ":]".utf8) else { return nil }
    return String(decoding: name, as: UTF8.self)
  }

  private static let classes: [String: @Sendable (UInt8) -> Bool] = [
    "alnum": { Character(UnicodeScalar($0)).isLetter || Character(UnicodeScalar($0)).isNumber },
    "alpha": { Character(UnicodeScalar($0)).isLetter },
    "blank": { $0 == 0x20 || $0 == 0x09 },
    "cntrl": { $0 < 0x20 || $0 == 0x7F },
    "digit": { (0x30...0x39).contains($0) },
    "graph": { (0x21...0x7E).contains($0) },
    "lower": { (0x61...0x7A).contains($0) },
    "print": { (0x20...0x7E).contains($0) },
    "punct": {
      Character(UnicodeScalar($0)).isPunctuation || Character(UnicodeScalar($0)).isSymbol
    },
    "space": { $0 == 0x20 || (0x09...0x0D).contains($0) },
    "upper": { (0x41...0x5A).contains($0) },
    "xdigit": { Character(UnicodeScalar($0)).isHexDigit },
  ]
}
