extension SemanticVersion {
  /// Reads the canonical form and nothing near it.
  public init(parsing text: String) throws(VersionError) {
    guard text.utf8.count <= Self.maximumLength else {
      throw VersionError(
        .versionTooLong,
        "version \(quoted(text)) has \(text.utf8.count) bytes,"
          + " expected at most \(Self.maximumLength)"
      )
    }
    do throws(IdentifierFault) {
      try self.init(bytes: Array(text.utf8))
    } catch {
      throw VersionError(
        .invalidVersion,
        "invalid version \(quoted(text)), \(error.reason)",
        help: Self.canonicalSpelling(near: text).map { "try '\($0)'" }
      )
    }
  }

  private init(bytes: [UInt8]) throws(IdentifierFault) {
    let plus = bytes.firstIndex(of: UInt8(ascii: "+"))
    let beforeBuild = bytes[..<(plus ?? bytes.endIndex)]
    let hyphen = beforeBuild.firstIndex(of: UInt8(ascii: "-"))

    let numbers = Self.split(beforeBuild[..<(hyphen ?? beforeBuild.endIndex)])
    guard numbers.count == 3 else { throw IdentifierFault("expected major.minor.patch") }
    let major = try Self.part(numbers[0])
    let minor = try Self.part(numbers[1])
    let patch = try Self.part(numbers[2])

    var prerelease: [PrereleaseIdentifier] = []
    if let hyphen {
      for part in Self.split(beforeBuild[(hyphen + 1)...]) {
        prerelease.append(try PrereleaseIdentifier(bytes: part))
      }
    }

    var buildMetadata: [String] = []
    if let plus {
      for part in Self.split(bytes[(plus + 1)...]) {
        let text = String(decoding: part, as: UTF8.self)
        guard !part.isEmpty else { throw IdentifierFault("empty build identifier") }
        guard part.allSatisfy(\.isIdentifierByte) else {
          throw IdentifierFault(
            "build identifier \(quoted(text)) may contain only letters, digits and '-'"
          )
        }
        buildMetadata.append(text)
      }
    }
    self.init(major, minor, patch, prerelease: prerelease, buildMetadata: buildMetadata)
  }

  private static func split(_ bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
  }

  /// One of the three numbers.
  private static func part(_ digits: ArraySlice<UInt8>) throws(IdentifierFault) -> UInt64 {
    guard !digits.isEmpty, digits.allSatisfy(\.isDigit) else {
      throw IdentifierFault("expected major.minor.patch")
    }
    do throws(IdentifierFault) {
      return try number(digits)
    } catch {
      throw IdentifierFault(
        "number \(quoted(String(decoding: digits, as: UTF8.self))) \(error.reason)"
      )
    }
  }

  /// What was likely meant by `v2.4`, `02.4.1` or `2.4.1-`; `nil` where a guess would be a wild one.
  private static func canonicalSpelling(near text: String) -> SemanticVersion? {
    var rest = text.utf8.filter { $0 != UInt8(ascii: " ") }[...]
    if let first = rest.first, first | 0x20 == UInt8(ascii: "v") { rest = rest.dropFirst() }
    let suffix = rest.firstIndex { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
    var numbers = split(rest[..<(suffix ?? rest.endIndex)]).map { digits in
      Array(digits.count > 1 ? digits.drop { $0 == UInt8(ascii: "0") } : digits)
    }
    guard 1...3 ~= numbers.count, text.utf8.contains(where: \.isDigit) else { return nil }
    numbers = numbers.map { $0.isEmpty ? [UInt8(ascii: "0")] : $0 }
    numbers += Array(repeating: [UInt8(ascii: "0")], count: 3 - numbers.count)
    let core = Array(numbers.joined(separator: [UInt8(ascii: ".")]))
    let tail = rest[(suffix ?? rest.endIndex)...]
    return try? SemanticVersion(bytes: tail.count > 1 ? core + tail : core)
  }
}
