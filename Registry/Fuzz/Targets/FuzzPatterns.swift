import Base
import Model
import Releases
import Versions

/// Reads any text as what people write of tags, of files with a version and of repositories: the
/// first line as a pattern or a URL, what follows as what the pattern is looked for in.
enum FuzzPatterns {
  static func run(_ input: UnsafeBufferPointer<UInt8>) {
    let bytes = Array(input)
    let parts = bytes.split(
      separator: UInt8(ascii: "\n"),
      maxSplits: 1,
      omittingEmptySubsequences: false
    )
    let first = String(decoding: parts[0], as: UTF8.self)
    let rest = Array(parts.count > 1 ? parts[1] : [])
    tags(first, String(decoding: rest, as: UTF8.self))
    versions(first, rest)
    repositories(first)
  }

  /// What was taken apart comes to the tag again.
  private static func tags(_ pattern: String, _ tag: String) {
    guard let pattern = try? TagPattern(pattern) else { return }
    for reading in pattern.readings(of: tag) {
      var text = pattern.text
      for placeholder in TagPattern.Placeholder.allCases {
        guard let value = reading[placeholder] else { continue }
        precondition(!value.isEmpty)
        text.replace("{\(placeholder)}", with: value, maxReplacements: 1)
      }
      // What stands in place of a placeholder may look like another one.
      if !tag.contains("{") { precondition(text == tag) }
    }
  }

  /// What is found are versions, one after the other.
  private static func versions(_ pattern: String, _ bytes: [UInt8]) {
    guard let pattern = try? VersionPattern(pattern) else { return }
    var end = 0
    for place in pattern.places(in: bytes) {
      precondition(place.lowerBound >= end && place.upperBound <= bytes.count)
      precondition(
        (try? SemanticVersion(String(decoding: bytes[place], as: UTF8.self))) != nil
      )
      end = place.upperBound
    }
  }

  /// What is accepted is accepted again as it is printed, and stays the same repository.
  private static func repositories(_ text: String) {
    guard let url = try? RepositoryURL(text) else { return }
    guard let again = try? RepositoryURL(url.description) else {
      preconditionFailure("the URL is refused as it is printed")
    }
    precondition(again == url && again.canonical == url.canonical)
    _ = url.packageName
  }
}
