/// A version in the strict and canonical form of semver.org 2.0.0: one version has one spelling.
///
/// Equality, hashing and order go by precedence, which build metadata has no part in: `1.0.0+a`
/// and `1.0.0+b` are equal, and are the same release. Their spelling is told apart by
/// ``isSpelled(like:)`` only.
///
/// No number is greater than ``maximumNumber``, except in a bound behind such a version.
public struct SemanticVersion: Sendable {
  /// The first number, which increases with incompatible changes.
  public let major: UInt64
  /// The second number, which increases with compatible additions.
  public let minor: UInt64
  /// The third number, which increases with fixes.
  public let patch: UInt64
  /// The identifiers behind the hyphen; empty for a release proper.
  public let prerelease: [PrereleaseIdentifier]
  /// The identifiers behind the plus sign, which affect only the spelling.
  public let buildMetadata: [String]

  /// The longest spelling that is read, in bytes.
  public static let maximumLength = 150

  /// Creates the release proper `major.minor.patch`.
  ///
  /// The numbers are not checked: ``checkNew()`` tells whether a new release may have them.
  public init(_ major: UInt64, _ minor: UInt64, _ patch: UInt64) {
    self.init(major, minor, patch, prerelease: [])
  }

  /// Creates a version from checked parts, of any length: bounds of sets may be longer than
  /// versions.
  init(
    _ major: UInt64,
    _ minor: UInt64,
    _ patch: UInt64,
    prerelease: [PrereleaseIdentifier],
    buildMetadata: [String] = []
  ) {
    (self.major, self.minor, self.patch) = (major, minor, patch)
    (self.prerelease, self.buildMetadata) = (prerelease, buildMetadata)
  }

  /// Whether there are identifiers behind a hyphen, as in `2.0.0-beta.1`.
  public var isPrerelease: Bool { !prerelease.isEmpty }

  /// The version with major, minor and patch alone.
  public var core: SemanticVersion { SemanticVersion(major, minor, patch) }

  /// The version without its build metadata, which has no part in precedence.
  public var withoutBuildMetadata: SemanticVersion {
    SemanticVersion(major, minor, patch, prerelease: prerelease)
  }
}

extension SemanticVersion: CustomStringConvertible {
  /// The one spelling of the version, build metadata included.
  public var description: String {
    var text = "\(major).\(minor).\(patch)"
    if !prerelease.isEmpty {
      text += "-" + prerelease.map(\.description).joined(separator: ".")
    }
    if !buildMetadata.isEmpty {
      text += "+" + buildMetadata.joined(separator: ".")
    }
    return text
  }
}

extension SemanticVersion: Comparable, Hashable {
  /// Compares the precedence of two versions as semver.org, 11 defines it.
  public static func < (left: SemanticVersion, right: SemanticVersion) -> Bool {
    if left.major != right.major { return left.major < right.major }
    if left.minor != right.minor { return left.minor < right.minor }
    if left.patch != right.patch { return left.patch < right.patch }
    if left.isPrerelease != right.isPrerelease { return left.isPrerelease }
    return left.prerelease.lexicographicallyPrecedes(right.prerelease)
  }

  /// Two versions are equal if neither precedes the other, whatever their build metadata.
  public static func == (left: SemanticVersion, right: SemanticVersion) -> Bool {
    left.major == right.major && left.minor == right.minor && left.patch == right.patch
      && left.prerelease == right.prerelease
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(major)
    hasher.combine(minor)
    hasher.combine(patch)
    hasher.combine(prerelease)
  }

  /// Whether both are written alike, build metadata included.
  public func isSpelled(like other: SemanticVersion) -> Bool {
    self == other && buildMetadata == other.buildMetadata
  }

  /// The key by which a release is looked up: two versions with one key cannot both be released.
  ///
  /// Lower case, because clients send the letters of a pre-release in any case, and without build
  /// metadata, because releases that differ only in that are the same release.
  public var releaseKey: SemanticVersion {
    SemanticVersion(major, minor, patch, prerelease: prerelease.map(\.lowercased))
  }
}

extension Sequence<SemanticVersion> {
  /// The version that precedes another one; `nil` if none is lower.
  ///
  /// For a stable version, this is the greatest lower stable one, and the greatest lower
  /// pre-release only if there is none; for a pre-release, the greatest lower version of any kind.
  public func predecessor(of version: SemanticVersion) -> SemanticVersion? {
    let lower = filter { $0 < version }
    let proper = version.isPrerelease ? [] : lower.filter { !$0.isPrerelease }
    return proper.max() ?? lower.max()
  }
}

extension SemanticVersion {
  /// Reads the canonical form and nothing near it.
  ///
  /// - Throws: ``VersionError`` with the code ``VersionError/Code/versionTooLong`` or
  ///   ``VersionError/Code/invalidVersion``; its help is the canonical spelling, where one is
  ///   likely to be meant (`2.4.0` for `v2.4`).
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

  /// Reads one of the three numbers.
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

  /// The version that `v2.4`, `02.4.1` or `2.4.1-` was likely meant to be; `nil` if nothing is
  /// likely.
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

extension SemanticVersion {
  /// The greatest number that is read.
  ///
  /// SwiftPM keeps numbers in an `Int`: it skips a version with a greater one, and sorts a greater
  /// number in a pre-release as a word.
  public static let maximumNumber = UInt64(Int64.max)

  /// The greatest number of a new release, far below ``maximumNumber``.
  ///
  /// A release with the greatest number that is read has no next one, and takes every later number
  /// from its component. Fifteen digits hold a date with its time, and programs that read numbers as
  /// floating point keep all of them exactly.
  public static let greatestNewNumber: UInt64 = 999_999_999_999_999

  /// Checks that a new release may have this version.
  ///
  /// - Throws: ``VersionError`` if a number is greater than ``greatestNewNumber``.
  public func checkNew() throws(VersionError) {
    let numbers = [major, minor, patch] + prerelease.compactMap(\.number)
    guard let number = numbers.first(where: { $0 > Self.greatestNewNumber }) else { return }
    throw VersionError(
      .invalidVersion,
      "invalid version '\(self)', number '\(number)' is too large for a new release, expected at"
        + " most \(Self.greatestNewNumber)",
      help: "a release with so large a number leaves none for the next"
    )
  }

  /// Reads decimal digits in ASCII; throws what is wrong with them, as the end of a sentence.
  static func number(_ digits: some Collection<UInt8>) throws(IdentifierFault) -> UInt64 {
    guard digits.count == 1 || digits.first != UInt8(ascii: "0") else {
      throw IdentifierFault("has a leading zero")
    }
    guard let number = UInt64(String(decoding: digits, as: UTF8.self)), number <= maximumNumber
    else { throw IdentifierFault("is too large, expected at most \(maximumNumber)") }
    return number
  }
}

/// One of the dot-separated identifiers of a pre-release; numbers compare as numbers and come
/// before words, which compare by their bytes (semver.org, 11.4).
public struct PrereleaseIdentifier: Hashable, Sendable {
  private enum Storage: Hashable {
    case number(UInt64)
    case word(String)
  }

  private let storage: Storage

  /// Creates a numeric identifier.
  public init(_ number: UInt64) {
    storage = .number(number)
  }

  /// The value of a numeric identifier; `nil` for a word.
  public var number: UInt64? {
    guard case .number(let number) = storage else { return nil }
    return number
  }

  var lowercased: PrereleaseIdentifier {
    guard case .word(let word) = storage else { return self }
    return PrereleaseIdentifier(storage: .word(word.lowercased()))
  }

  private init(storage: Storage) {
    self.storage = storage
  }

  /// Reads one identifier; throws the reason as a fragment that the caller puts into its message.
  init(bytes: some Collection<UInt8>) throws(IdentifierFault) {
    let text = String(decoding: bytes, as: UTF8.self)
    guard !bytes.isEmpty else { throw IdentifierFault("empty pre-release identifier") }
    guard bytes.allSatisfy(\.isIdentifierByte) else {
      throw IdentifierFault(
        "pre-release identifier \(quoted(text)) may contain only letters, digits and '-'"
      )
    }
    guard bytes.allSatisfy(\.isDigit) else {
      storage = .word(text)
      return
    }
    do throws(IdentifierFault) {
      storage = .number(try SemanticVersion.number(bytes))
    } catch {
      throw IdentifierFault("pre-release identifier \(quoted(text)) \(error.reason)")
    }
  }
}

extension PrereleaseIdentifier: Comparable {
  /// Compares numbers as numbers and words by their bytes; numbers come first.
  public static func < (left: PrereleaseIdentifier, right: PrereleaseIdentifier) -> Bool {
    switch (left.storage, right.storage) {
    case (.number(let left), .number(let right)): left < right
    case (.number, .word): true
    case (.word, .number): false
    case (.word(let left), .word(let right)): left < right
    }
  }
}

extension PrereleaseIdentifier: CustomStringConvertible {
  public var description: String {
    switch storage {
    case .number(let number): number.description
    case .word(let word): word
    }
  }
}

/// The fault of an identifier, without the version that contains it.
struct IdentifierFault: Error {
  let reason: String

  init(_ reason: String) {
    self.reason = reason
  }
}

extension UInt8 {
  var isDigit: Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= self
  }

  var isLetter: Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20
  }

  var isIdentifierByte: Bool {
    isDigit || isLetter || self == UInt8(ascii: "-")
  }
}
