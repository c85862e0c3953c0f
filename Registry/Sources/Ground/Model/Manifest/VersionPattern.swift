package import Base
import Versions

/// Text with a place for a version, such as `let version = "{version}"`.
package struct VersionPattern: Hashable, Sendable {
  package let text: String
  private let prefix: [UInt8]
  private let suffix: [UInt8]

  package static let placeholder = "{version}"

  /// - Throws: If the placeholder is not there exactly once.
  package init(_ text: String) throws(OperationError) {
    let parts = text.split(separator: Self.placeholder, omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      throw OperationError(
        .invalidValue,
        "invalid pattern \(quoted(text)), expected '\(Self.placeholder)' in it once",
        help: "as in 'let version = \"\(Self.placeholder)\"'"
      )
    }
    self.text = text
    (prefix, suffix) = (Array(parts[0].utf8), Array(parts[1].utf8))
  }

  /// Where in a file the versions are that the pattern is about.
  package func places(in bytes: [UInt8]) -> [Range<Int>] {
    var places: [Range<Int>] = []
    var start = 0
    while start + prefix.count < bytes.count {
      let first = start + prefix.count
      let isStart =
        prefix.isEmpty
        ? start == 0 || !Self.isPart(bytes[start - 1])
        : bytes[start] == prefix[0] && bytes[start..<first].elementsEqual(prefix)
      guard isStart, let end = end(ofVersionAt: first, in: bytes) else {
        start += 1
        continue
      }
      places.append(first..<end)
      start = end
    }
    return places
  }

  /// A longer run of a version's characters is none.
  private static let longest = 256

  private func end(ofVersionAt first: Int, in bytes: [UInt8]) -> Int? {
    var run = bytes[first...].prefix(Self.longest).prefix(while: Self.isPart)
    if suffix.isEmpty {
      if first + run.count < bytes.count, Self.isPart(bytes[first + run.count]) { return nil }
      // A version may be the last word of a sentence.
      while let last = run.last, last == UInt8(ascii: ".") || last == UInt8(ascii: "-") {
        run.removeLast()
      }
      return Self.isVersion(run) ? run.endIndex : nil
    }
    while !run.isEmpty {
      if bytes[run.endIndex...].starts(with: suffix), Self.isVersion(run) { return run.endIndex }
      run.removeLast()
    }
    return nil
  }

  private static func isVersion(_ bytes: ArraySlice<UInt8>) -> Bool {
    (try? SemanticVersion(String(decoding: bytes, as: UTF8.self))) != nil
  }

  private static func isPart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "."), UInt8(ascii: "+"),
      UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
