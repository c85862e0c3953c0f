import Versioning

/// A path with `/` between its parts that stays below where it starts; `.` is the start itself.
package struct RelativePath: Hashable, Sendable {
  /// Empty for the start itself.
  package let parts: [String]

  package static let root = RelativePath(parts: [])

  /// Reads the one canonical spelling: no empty part, no `.` but alone, no `..`, no slash at an end,
  /// and nothing that a file system may take for a separator or git for its own folder.
  package init(_ text: String) throws(RegistryModelError) {
    if text == "." {
      self = .root
      return
    }
    // By bytes, as systems read it: a mark behind a slash would make another character of the two.
    let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    for part in parts {
      guard let fault = Self.fault(in: part) else { continue }
      throw RegistryModelError(
        .invalidPath,
        "invalid path \(quoted(text)), \(fault)",
        help: "name the folder from the root of the repository, as in 'Components/Payments'"
      )
    }
    self.parts = parts
  }

  private init(parts: [String]) {
    self.parts = parts
  }

  /// What names the same file on a file system that folds case and forms of letters.
  package var collisionKey: String {
    description.lowercased()
  }

  /// Whether `other` is this path or lies somewhere below it.
  package func contains(_ other: RelativePath) -> Bool {
    other.parts.starts(with: parts)
  }

  private static func fault(in part: String) -> String? {
    switch part {
    case "": return "expected no empty part and no slash at either end"
    case ".", "..": return "expected no part '\(part)'"
    default: break
    }
    if part.utf8.count == 4, part.lowercased() == ".git" {
      return "\(quoted(part)) belongs to git"
    }
    // Nearly all parts, of which a manifest may have thousands.
    if part.utf8.allSatisfy({ 0x20..<0x7F ~= $0 && $0 != UInt8(ascii: "\\") }) { return nil }
    let isClean = part.unicodeScalars.allSatisfy { scalar in
      scalar != "\\" && scalar.properties.generalCategory != .control
    }
    return isClean ? nil : "expected no backslash and no control character"
  }
}

extension RelativePath: Comparable, CustomStringConvertible {
  package static func < (left: RelativePath, right: RelativePath) -> Bool {
    left.description.utf8.lexicographicallyPrecedes(right.description.utf8)
  }

  package var description: String {
    parts.isEmpty ? "." : parts.joined(separator: "/")
  }
}
