/// A file of a tree that git itself reads: servers refuse a push with one that could harm a git
/// (`receive.fsckObjects`), so that its branch can never be pushed.
///
/// The rules are those of `git fsck --strict`, for which see git's `fsck-msgids` and `fsck.c`.
package enum GitFile: Hashable, Sendable {
  case modules
  case attributes

  /// Finds the file that a name means on some file system; `nil` if it means none.
  package init?(named name: some StringProtocol) {
    let name = String(name)
    if TreeNameRules.isOrdinary(name) { return nil }
    let seen = TreeNameRules.seenByFileSystems(name).lowercased()
    for file in [GitFile.modules, .attributes] where seen == file.name || file.isAlias(seen) {
      self = file
      return
    }
    return nil
  }

  private var name: String {
    switch self {
    case .modules: ".gitmodules"
    case .attributes: ".gitattributes"
    }
  }

  /// Whether NTFS may give that name to the file as well: six letters, or a hash, before `~`.
  private func isAlias(_ name: String) -> Bool {
    let parts = name.split(separator: "~", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[1].isEmpty, parts[1].utf8.allSatisfy(\.isDigit) else {
      return false
    }
    let (start, hash) = self == .modules ? ("gitmod", "gi7eba") : ("gitatt", "gi7d29")
    return parts[0] == start || hash.hasPrefix(parts[0])
  }

  /// The fault of a link of that name, as the end of a sentence; `nil` if it has none.
  package var faultOfLink: String? {
    self == .modules ? "is a link, expected a file" : nil
  }

  /// The fault of a folder or a submodule of that name, as the end of a sentence.
  package var faultOfFolder: String {
    "is a folder, expected a file"
  }

  /// The fault of the content, as the end of a sentence; `nil` if it has none.
  package func fault(in content: [UInt8]) -> String? {
    switch self {
    case .modules: Self.fault(inModules: content)
    case .attributes: Self.fault(inAttributes: content)
    }
  }

  private static let longestLine = 2_047
  private static let largestAttributes = 100 << 20

  private static func fault(inAttributes content: [UInt8]) -> String? {
    guard content.count <= largestAttributes else {
      return "has more than \(largestAttributes) bytes"
    }
    let lines = content.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard let line = lines.firstIndex(where: { $0.count > longestLine }) else { return nil }
    return "has \(lines[line].count) bytes in line \(line + 1), expected at most \(longestLine)"
  }

  private static func fault(inModules content: [UInt8]) -> String? {
    guard let entries = GitConfigurationText(content).entries else { return "cannot be parsed" }
    for entry in entries where entry.section == "submodule" {
      guard let module = entry.subsection else { continue }
      guard isModuleName(module) else {
        return "has a submodule of the invalid name \(quoted(module))"
      }
      guard let value = entry.value else { continue }
      let isValid =
        switch entry.key {
        case "url": isModuleURL(value)
        case "path": value.first != UInt8(ascii: "-")
        case "update": value.first != UInt8(ascii: "!")
        default: true
        }
      guard isValid else { return "has the invalid \(entry.key) \(quoted(value)) of a submodule" }
    }
    return nil
  }

  private static func quoted(_ bytes: [UInt8]) -> String {
    "'\(TreeNameRules.escaped(String(decoding: bytes.prefix(200), as: UTF8.self)))'"
  }

  // By bytes, as git does: a mark behind a letter would make another character of the two.

  private static func isModuleName(_ name: [UInt8]) -> Bool {
    let parts = name.split(omittingEmptySubsequences: false) { $0.isSlash }
    return !name.isEmpty && !parts.contains { $0.elementsEqual("..".utf8) }
  }

  /// Stricter than git, which permits some URLs with `..` that lead nowhere.
  private static func isModuleURL(_ url: [UInt8]) -> Bool {
    guard url.first != UInt8(ascii: "-"), !url.contains(where: \.isControl) else { return false }
    if ["./", "../", "git://"].contains(where: { url.starts(with: $0.utf8) }) {
      return isDecodable(url[...], strictly: false) && !climbsToHost(url)
    }
    for scheme in ["http", "https", "ftp", "ftps"] {
      if url.starts(with: "\(scheme)::".utf8) { return isWebURL(url.dropFirst(scheme.count + 2)) }
      if url.starts(with: "\(scheme)://".utf8) { return isWebURL(url[...]) }
    }
    return true
  }

  /// Whether a relative URL replaces the host of the one that it is relative to.
  private static func climbsToHost(_ url: [UInt8]) -> Bool {
    var rest = url[...]
    var climbs = false
    while true {
      if rest.starts(with: "../".utf8) {
        rest = rest.dropFirst(3)
        climbs = true
      } else if rest.starts(with: "./".utf8) {
        rest = rest.dropFirst(2)
      } else {
        return climbs && (rest.first == UInt8(ascii: ":") || rest.first?.isSlash == true)
      }
    }
  }

  private static func isWebURL(_ url: ArraySlice<UInt8>) -> Bool {
    guard let scheme = url.firstRange(of: Array("://".utf8)), isDecodable(url, strictly: true)
    else { return false }
    let rest = url[scheme.upperBound...].prefix {
      $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#")
    }
    let authority = rest.prefix { !$0.isSlash }
    let path = rest[authority.endIndex...]
    let at = authority.lastIndex(of: UInt8(ascii: "@"))
    let host = at.map { authority[($0 + 1)...] } ?? authority
    let end = host.lastIndex(of: UInt8(ascii: "]")) ?? host.startIndex
    let port = host[end...].lastIndex(of: UInt8(ascii: ":"))
    let name = port.map { host[..<$0] } ?? host
    let number = port.map { String(decoding: host[($0 + 1)...], as: UTF8.self) } ?? ""
    return !name.isEmpty && name.allSatisfy(\.isOfHost)
      && (number.isEmpty || UInt16(number).map { $0 > 0 } == true)
      && !path.split(whereSeparator: \.isSlash).contains { $0.elementsEqual("..".utf8) }
  }

  /// Whether no percent-encoding stands for a control character.
  ///
  /// - Parameter strictly: Whether a percent sign must begin an encoding.
  private static func isDecodable(_ url: ArraySlice<UInt8>, strictly: Bool) -> Bool {
    var rest = url
    while let percent = rest.firstIndex(of: UInt8(ascii: "%")) {
      rest = rest[(percent + 1)...]
      let digits = rest.prefix(2)
      guard digits.count == 2, digits.allSatisfy(\.isHexadecimal),
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      else {
        if strictly { return false }
        continue
      }
      if value.isControl { return false }
    }
    return true
  }
}

extension UInt8 {
  fileprivate var isControl: Bool { self < 0x20 || self == 0x7F }

  fileprivate var isSlash: Bool { self == UInt8(ascii: "/") || self == UInt8(ascii: "\\") }

  fileprivate var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }

  fileprivate var isHexadecimal: Bool {
    isDigit || UInt8(ascii: "a")...UInt8(ascii: "f") ~= self | 0x20
  }

  fileprivate var isOfHost: Bool {
    isDigit || UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20 || ".-_[:]".utf8.contains(self)
  }
}

/// The text of a file in the format of git's configuration, such as `.gitmodules`.
struct GitConfigurationText {
  struct Entry: Hashable {
    /// In lower case.
    let section: String
    /// `nil` for a section without one.
    let subsection: [UInt8]?
    /// In lower case.
    let key: String
    /// `nil` for a key without `=`.
    let value: [UInt8]?
  }

  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    rest = bytes.starts(with: mark) ? bytes.dropFirst(3) : bytes[...]
  }

  /// In their order; `nil` for a text that git cannot parse.
  var entries: [Entry]? {
    var text = self
    guard !rest.contains(0) else { return nil }
    var entries: [Entry] = []
    var section: (name: String, subsection: [UInt8]?)?
    while let byte = text.next() {
      switch byte {
      case let byte where byte.isSpace: continue
      case UInt8(ascii: "#"), UInt8(ascii: ";"): text.skipLine()
      case UInt8(ascii: "["):
        section = text.section()
        if section == nil { return nil }
      default:
        guard let section, byte.isLetter, let (key, value) = text.variable(byte) else { return nil }
        entries.append(
          Entry(section: section.name, subsection: section.subsection, key: key, value: value)
        )
      }
    }
    return entries
  }

  /// The next byte, with one for both ends of a line.
  private mutating func next() -> UInt8? {
    guard let byte = rest.popFirst() else { return nil }
    guard byte == 0x0D, rest.first == 0x0A else { return byte }
    return rest.popFirst()
  }

  private mutating func skipLine() {
    while let byte = next(), byte != 0x0A {}
  }

  /// Behind the bracket.
  ///
  /// A subsection is what follows the first dot: `[a "b"]` is `a.b`, and `[a.b]` is its old form.
  private mutating func section() -> (name: String, subsection: [UInt8]?)? {
    guard let text = sectionText() else { return nil }
    let name = text.prefix { $0 != UInt8(ascii: ".") }
    let isWhole = name.count == text.count
    return (Self.lowercased(name), isWhole ? nil : Array(text[(name.count + 1)...]))
  }

  private static func lowercased(_ bytes: some Sequence<UInt8>) -> String {
    String(decoding: Array(bytes), as: UTF8.self).lowercased()
  }

  private mutating func sectionText() -> [UInt8]? {
    var name: [UInt8] = []
    while let byte = next() {
      switch byte {
      case UInt8(ascii: "]"): return name
      case UInt8(ascii: " "), UInt8(ascii: "\t"):
        while rest.first == UInt8(ascii: " ") || rest.first == UInt8(ascii: "\t") { _ = next() }
        guard next() == UInt8(ascii: "\""), let subsection = subsection() else { return nil }
        return name + [UInt8(ascii: ".")] + subsection
      case let byte where byte.isOfKey || byte == UInt8(ascii: "."): name.append(byte)
      default: return nil
      }
    }
    return nil
  }

  /// Behind the quote, with the bracket at the end.
  private mutating func subsection() -> [UInt8]? {
    var text: [UInt8] = []
    while let byte = next() {
      switch byte {
      case 0x0A: return nil
      case UInt8(ascii: "\""):
        return next() == UInt8(ascii: "]") ? text : nil
      case UInt8(ascii: "\\"):
        guard let escaped = next(), escaped != 0x0A else { return nil }
        text.append(escaped)
      default: text.append(byte)
      }
    }
    return nil
  }

  /// - Parameter first: Of the key.
  private mutating func variable(_ first: UInt8) -> (key: String, value: [UInt8]?)? {
    var key = [first]
    while let byte = rest.first, byte.isOfKey {
      key.append(byte)
      rest.removeFirst()
    }
    let name = Self.lowercased(key)
    while rest.first == UInt8(ascii: " ") || rest.first == UInt8(ascii: "\t") { _ = next() }
    switch next() {
    case nil, 0x0A: return (name, nil)
    case UInt8(ascii: "="): return value().map { (name, $0) }
    default: return nil
    }
  }

  /// Up to the end of the line.
  private mutating func value() -> [UInt8]? {
    var text: [UInt8] = []
    /// The length without the spaces at the end.
    var length = 0
    var isQuoted = false
    while let byte = next(), byte != 0x0A || isQuoted {
      switch byte {
      case 0x0A: return nil
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: "#") where !isQuoted, UInt8(ascii: ";") where !isQuoted:
        skipLine()
        return Array(text[..<length])
      case UInt8(ascii: "\\"):
        switch next() {
        case 0x0A: continue
        case UInt8(ascii: "t"): text.append(UInt8(ascii: "\t"))
        case UInt8(ascii: "b"): text.append(8)
        case UInt8(ascii: "n"): text.append(0x0A)
        case let byte? where byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "\""):
          text.append(byte)
        default: return nil
        }
        length = text.count
      case let byte where byte.isSpace && !isQuoted:
        if !text.isEmpty { text.append(byte) }
      default:
        text.append(byte)
        length = text.count
      }
    }
    return isQuoted ? nil : Array(text[..<length])
  }
}

extension UInt8 {
  fileprivate var isSpace: Bool { self == 0x20 || 0x09...0x0D ~= self }

  fileprivate var isLetter: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20 }

  fileprivate var isOfKey: Bool {
    isLetter || UInt8(ascii: "0")...UInt8(ascii: "9") ~= self || self == UInt8(ascii: "-")
  }
}
