/// A file of a tree that git itself reads: servers refuse a push with one that could harm a git
/// (`receive.fsckObjects`), so that its branch can never be pushed.
///
/// The rules are those of `git fsck --strict`, for which see git's `fsck-msgids` and `fsck.c`.
package enum GitFile: Hashable, Sendable {
  case modules
  case attributes

  /// `nil` for a name that no file system takes for that of such a file.
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

  /// What is wrong with a link of that name, as the end of a sentence; `nil` if nothing is.
  package var faultOfLink: String? {
    self == .modules ? "is a link, expected a file" : nil
  }

  /// What is wrong with a folder or a submodule of that name.
  package var faultOfFolder: String {
    "is a folder, expected a file"
  }

  /// What is wrong with the content, as the end of a sentence; `nil` if nothing is.
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
      guard isModuleName(module) else { return "has a submodule of the invalid name '\(module)'" }
      guard let value = entry.value else { continue }
      let isValid =
        switch entry.key {
        case "url": isModuleURL(value)
        case "path": !value.hasPrefix("-")
        case "update": !value.hasPrefix("!")
        default: true
        }
      guard isValid else { return "has the invalid \(entry.key) '\(value)' of a submodule" }
    }
    return nil
  }

  private static func isModuleName(_ name: String) -> Bool {
    let parts = name.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "\\" }
    return !name.isEmpty && !parts.contains("..")
  }

  /// Stricter than git, which permits some URLs with `..` that lead nowhere.
  private static func isModuleURL(_ url: String) -> Bool {
    guard !url.hasPrefix("-"), !url.hasControl else { return false }
    if url.hasPrefix("./") || url.hasPrefix("../") || url.hasPrefix("git://") {
      return url.isDecodable(strictly: false) && !climbsToHost(url)
    }
    for scheme in ["http", "https", "ftp", "ftps"] {
      if url.hasPrefix("\(scheme)::") {
        return isWebURL(url.dropFirst(scheme.count + 2))
      }
      if url.hasPrefix("\(scheme)://") { return isWebURL(url[...]) }
    }
    return true
  }

  /// Whether a relative URL replaces the host of the one that it is relative to.
  private static func climbsToHost(_ url: String) -> Bool {
    var rest = url[...]
    var climbs = false
    while true {
      if rest.hasPrefix("../") {
        rest = rest.dropFirst(3)
        climbs = true
      } else if rest.hasPrefix("./") {
        rest = rest.dropFirst(2)
      } else {
        return climbs && (rest.hasPrefix(":") || rest.hasPrefix("/"))
      }
    }
  }

  private static func isWebURL(_ url: Substring) -> Bool {
    guard let scheme = url.firstRange(of: "://"), String(url).isDecodable(strictly: true) else {
      return false
    }
    let rest = url[scheme.upperBound...]
    let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    let path = rest[authority.endIndex...].prefix { $0 != "?" && $0 != "#" }
    let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    let end = host.lastIndex(of: "]") ?? host.startIndex
    let port = host[end...].lastIndex(of: ":")
    let name = port.map { host[..<$0] } ?? host
    let number = port.map { host[host.index(after: $0)...] } ?? ""
    return !name.isEmpty && name.utf8.allSatisfy(\.isOfHost)
      && (number.isEmpty || UInt16(number).map { $0 > 0 } == true)
      && !path.split(separator: "/").contains("..")
  }
}

extension String {
  fileprivate var hasControl: Bool { utf8.contains { $0 < 0x20 || $0 == 0x7F } }

  /// Whether no percent-encoding stands for a control character, or is none if that is an error.
  fileprivate func isDecodable(strictly: Bool) -> Bool {
    var rest = utf8[...]
    while let percent = rest.firstIndex(of: UInt8(ascii: "%")) {
      let digits = rest[rest.index(after: percent)...].prefix(2)
      rest = rest[rest.index(after: percent)...]
      let isHexadecimal = digits.count == 2 && digits.allSatisfy(\.isHexadecimal)
      guard isHexadecimal, let value = UInt8(String(Substring(digits)), radix: 16) else {
        if strictly { return false }
        continue
      }
      if value < 0x20 || value == 0x7F { return false }
    }
    return true
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }

  fileprivate var isHexadecimal: Bool {
    isDigit || UInt8(ascii: "a")...UInt8(ascii: "f") ~= self | 0x20
  }

  fileprivate var isOfHost: Bool {
    isDigit || UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20
      || ".-_[:]".utf8.contains(self)
  }
}
