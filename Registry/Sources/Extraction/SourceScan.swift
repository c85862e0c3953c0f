/// What the Swift sources of a target say that matters at the border of a package: the modules that they
/// import, the names that they declare with `package` access, and all names that they use.
///
/// The text is split into words, comments and strings, and not parsed: sources may be of any version of
/// Swift, and there are thousands of them.
struct SourceScan: Sendable {
  /// The modules that are imported in any case.
  private(set) var imports: Set<String> = []
  /// Those that are imported only if they are there: `#if canImport(…)`.
  private(set) var optionalImports: Set<String> = []
  /// What `package` declarations are called, with one place of each.
  private(set) var packageNames: [String: Int] = [:]
  /// What it declares itself.
  private(set) var declared: Set<String> = []
  /// All words outside of comments and strings.
  private(set) var words: Set<String> = []

  var bytes: [UInt8]
  var offset = 0
  var line = 1
  /// The modules that are asked for by each `#if` around the place.
  var conditions: [Set<String>] = []
  /// The types around the place, with the depth of their braces.
  private var types: [(name: String, depth: Int, isPackage: Bool)] = []
  private var pendingType: (name: String, isPackage: Bool)?
  private var depth = 0
  /// The words of the declaration that the place is in, as long as its name has not come.
  private var modifiers: [String] = []

  private static let modifierWords: Set = [
    "actor", "any", "async", "borrowing", "class", "consuming", "convenience", "distributed",
    "dynamic", "final", "fileprivate", "indirect", "infix", "internal", "isolated", "lazy",
    "mutating", "nonisolated", "nonmutating", "open", "optional", "override", "package", "postfix",
    "prefix", "private", "public", "required", "static", "unowned", "weak",
  ]
  private static let typeWords: Set = ["actor", "class", "enum", "extension", "protocol", "struct"]
  private static let declarationWords: Set = [
    "actor", "associatedtype", "case", "class", "enum", "extension", "func", "import", "init",
    "let",
    "macro", "operator", "protocol", "struct", "subscript", "typealias", "var",
  ]
  private static let endsModifiers = Set("=:,;)[]?!".utf8)
  private static let importKinds: Set = [
    "actor", "class", "enum", "func", "let", "macro", "protocol", "struct", "typealias", "var",
  ]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    while offset < bytes.count { step() }
    self.bytes = []
  }

  mutating func step() {
    let byte = bytes[offset]
    switch byte {
    case UInt8(ascii: "\n"):
      line += 1
      offset += 1
    case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "/"): skipLine()
    case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"): skipComment()
    case UInt8(ascii: "\""): skipString(pounds: 0)
    case UInt8(ascii: "#"): readPounds()
    case UInt8(ascii: "{"):
      if let type = pendingType { types.append((type.name, depth, type.isPackage)) }
      pendingType = nil
      depth += 1
      offset += 1
    case UInt8(ascii: "}"):
      depth -= 1
      while let last = types.last, last.depth >= depth { types.removeLast() }
      modifiers = []
      offset += 1
    case UInt8(ascii: "`"): offset += 1
    case _ where Self.isWord(byte): note(word())
    case UInt8(ascii: "("): readParenthesis()
    default:
      if Self.endsModifiers.contains(byte) { modifiers = [] }
      offset += 1
    }
  }

  func peek(_ distance: Int) -> UInt8? {
    offset + distance < bytes.count ? bytes[offset + distance] : nil
  }

  mutating func word() -> String {
    let start = offset
    while offset < bytes.count, Self.isWord(bytes[offset]) { offset += 1 }
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }
}

extension SourceScan {
  private mutating func note(_ word: String) {
    if modifiers.last == "import" {
      noteImport(word)
      return
    }
    if !isMember {
      if Self.declarationWords.contains(word) {
        noteDeclaration(word)
        return
      }
      if Self.modifierWords.contains(word) {
        modifiers.append(word)
        return
      }
    }
    words.insert(word)
    // What stands between modifiers is the name of an attribute.
    guard let kind = modifiers.last, Self.declarationWords.contains(kind) else { return }
    if kind != "extension" { declared.insert(word) }
    let isPackage =
      modifiers.contains("package")
      || types.last.map { $0.isPackage && $0.depth == depth - 1 } ?? false
    if Self.typeWords.contains(kind) { pendingType = (word, isPackage && kind == "extension") }
    if kind != "extension", isPackage { packageNames[word] = packageNames[word] ?? line }
    modifiers = []
  }

  /// Whether the word is behind a dot, and so is no keyword.
  private var isMember: Bool {
    var place = offset - 1
    while place >= 0, Self.isWord(bytes[place]) { place -= 1 }
    return place >= 0 && (bytes[place] == UInt8(ascii: ".") || bytes[place] == UInt8(ascii: "`"))
  }

  private mutating func noteDeclaration(_ word: String) {
    guard word == "init" || word == "subscript" else {
      modifiers.append(word)
      return
    }
    if modifiers.contains("package"), let type = types.last?.name {
      packageNames[type] = packageNames[type] ?? line
    }
    modifiers = []
  }

  /// `private(set)` and `nonisolated(unsafe)` are modifiers.
  private mutating func readParenthesis() {
    offset += 1
    if peek(0) == UInt8(ascii: "s"), has("set)") {
      if modifiers.last == "package" { modifiers.removeLast() }
      offset += 4
    } else if ["nonisolated", "unowned"].contains(modifiers.last) {
      while offset < bytes.count, bytes[offset] != UInt8(ascii: ")") { offset += 1 }
      offset += 1
    } else {
      modifiers = []
    }
  }

  private func has(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { bytes[offset...].starts(with: $0) }
  }

  private mutating func noteImport(_ word: String) {
    if Self.importKinds.contains(word) { return }
    modifiers = []
    if conditions.contains(where: { $0.contains(word) }) {
      optionalImports.insert(word)
    } else {
      imports.insert(word)
    }
  }
}
