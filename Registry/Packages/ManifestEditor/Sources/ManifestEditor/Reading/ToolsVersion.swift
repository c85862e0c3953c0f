/// The version of the package manager that a manifest is written for.
public struct ToolsVersion: Hashable, Sendable {
  /// The first number.
  public let major: Int

  /// The second number.
  public let minor: Int

  /// The third number, 0 where it is not written.
  public let patch: Int

  /// The numbers are not negative.
  public init(_ major: Int, _ minor: Int, _ patch: Int = 0) {
    self.major = major
    self.minor = minor
    self.patch = patch
  }
}

extension ToolsVersion: Comparable {
  /// Compares the numbers, the first one first.
  public static func < (first: ToolsVersion, second: ToolsVersion) -> Bool {
    (first.major, first.minor, first.patch) < (second.major, second.minor, second.patch)
  }
}

extension ToolsVersion: CustomStringConvertible {
  /// The version as manifests write it, with a third number only if it is not 0.
  public var description: String {
    patch == 0 ? "\(major).\(minor)" : "\(major).\(minor).\(patch)"
  }
}

extension ToolsVersion {
  /// The version of a compiler, as it prints it: `Swift version 6.3.1 (swift-6.3.1-RELEASE)`.
  public init?(compiler words: String) {
    guard let match = words.firstMatch(of: #/Swift version ([0-9]+)\.([0-9]+)(?:\.([0-9]+))?/#),
      let major = Int(match.1), let minor = Int(match.2)
    else { return nil }
    self.init(major, minor, match.3.flatMap { Int($0) } ?? 0)
  }

  /// Reads the first line of a manifest, or, from 6.0 on, whichever line has it.
  ///
  /// - Throws: `invalid-tools-version` for a line that the package manager refuses, and for none.
  public init(manifest source: String) throws(ManifestError) {
    let first = source.drop(while: \.isWhitespace).prefix { !$0.isNewline }
    if let version = try ToolsVersion(line: first) {
      self = version
      return
    }
    for line in source.split(whereSeparator: \.isNewline) {
      // A later line that merely looks like one is a comment, so its faults are none.
      guard let version = (try? ToolsVersion(line: line)) ?? nil else { continue }
      guard version >= ToolsVersion(6, 0) else {
        throw ManifestError(
          .invalidToolsVersion,
          "tools version '\(version)' below the first line",
          help: "move the '// swift-tools-version' line to the top"
        )
      }
      self = version
      return
    }
    throw ManifestError(
      .invalidToolsVersion,
      source.unicodeScalars.first == "\u{FEFF}"
        ? "no tools version on the first line, which starts with a byte order mark"
        : "no tools version on the first line",
      help: "start the manifest with '// swift-tools-version: 6.0'"
    )
  }

  /// `nil` if the line is something else altogether.
  private init?(line: Substring) throws(ManifestError) {
    let text = line.drop(while: \.isWhitespace)
    guard text.hasPrefix("//") else { return nil }
    let label = text.dropFirst(2).drop(while: \.isWhitespace)
    let expected = "swift-tools-version:"
    guard label.prefix(expected.count).lowercased() == expected else { return nil }
    let specifier = label.dropFirst(expected.count).drop(while: \.isWhitespace)
      .prefix { $0 != ";" }
    guard let version = ToolsVersion(specifier: specifier) else {
      throw ManifestError(
        .invalidToolsVersion,
        "invalid tools version '\(Self.shown(specifier))', expected major.minor or major.minor.patch"
      )
    }
    self = version
  }

  /// A line may be as long as the manifest.
  private static func shown(_ specifier: Substring) -> String {
    specifier.count > 40 ? "\(specifier.prefix(40))…" : String(specifier)
  }

  /// A semantic version whose third number may be left out; what follows it does not count.
  private init?(specifier: Substring) {
    let release = specifier.prefix { $0 != "-" && $0 != "+" }
    let suffix = specifier[release.endIndex...].dropFirst()
    let isSuffixValid = suffix.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "."), UInt8(ascii: "-"),
        UInt8(ascii: "+"):
        true
      default: false
      }
    }
    let parts = release.split(separator: ".", omittingEmptySubsequences: false)
    let isDecimal = parts.allSatisfy { part in
      !part.isEmpty && part.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= $0 }
    }
    guard isSuffixValid, isDecimal, (2...3).contains(parts.count),
      let major = Int(parts[0]), let minor = Int(parts[1]),
      let patch = parts.count == 3 ? Int(parts[2]) : 0
    else { return nil }
    self.init(major, minor, patch)
  }
}

/// The name of a manifest: `Package.swift`, or one for certain versions of Swift.
public struct ManifestFileName: Hashable, Sendable {
  /// The name of the file in the package's folder.
  public let name: String

  /// The one to three numbers of a manifest such as `Package@swift-6.0.swift`; none for the base.
  public let swiftVersion: [Int]

  /// Reads the name of a file; `nil` if the package manager does not take it for a manifest.
  public init?(_ name: String) {
    self.name = name
    if name == "Package.swift" {
      swiftVersion = []
      return
    }
    let prefix = "Package@swift-"
    let suffix = ".swift"
    guard name.hasPrefix(prefix), name.hasSuffix(suffix), name.count > prefix.count + suffix.count
    else { return nil }
    let parts = name.dropFirst(prefix.count).dropLast(suffix.count)
      .split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      part.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= $0 } ? Int(part) : nil
    }
    guard numbers.count == parts.count, (1...3).contains(numbers.count) else { return nil }
    swiftVersion = numbers
  }
}
