package import Versions

/// The media types of the registry's resources.
package enum RegistryMedia: String {
  case json
  case zip
  case swift

  /// The exact content type of the answer.
  package var contentType: String {
    switch self {
    case .json: "application/json"
    case .zip: "application/zip"
    case .swift: "text/x-swift"
    }
  }
}

/// The URL of a registry, and those of what it has.
package struct Address: Sendable {
  /// The URL without a slash at its end.
  package let base: String

  package init(base: String) {
    self.base = base
  }

  /// The URL of a package, from which clients list its releases.
  package func component(_ scope: ScopeName, _ name: ComponentName) -> String {
    "\(base)/\(name.place(in: scope))"
  }

  /// The URL of a release.
  package func release(
    _ scope: ScopeName,
    _ name: ComponentName,
    _ version: SemanticVersion
  ) -> String {
    "\(component(scope, name))/\(version)"
  }
}

/// A value of the Link header (RFC 8288).
package struct Link {
  /// The target: a URL, or a path.
  package let target: String
  /// The relation to the document, such as `latest-version`.
  package let relation: String
  package var attributes: [(name: String, value: String)] = []

  package init(
    target: String,
    relation: String,
    attributes: [(name: String, value: String)] = []
  ) {
    (self.target, self.relation, self.attributes) = (target, relation, attributes)
  }

  var text: String {
    let rest = attributes.map { "; \($0.name)=\"\($0.value)\"" }.joined()
    return "<\(target)>; rel=\"\(relation)\"\(rest)"
  }
}

extension [Link] {
  /// The value of the header, with commas between the links.
  package var header: String { map(\.text).joined(separator: ", ") }
}

/// A Swift version as in file names and requests; a third number of zero is ignored.
package struct SwiftVersion: Hashable, Sendable {
  /// Two numbers, or three if the third is not zero.
  private let numbers: [Int]

  /// Creates a version from one to three numbers.
  package init(numbers: [Int]) {
    let padded = numbers + Array(repeating: 0, count: max(0, 2 - numbers.count))
    self.numbers = padded.count == 3 && padded[2] == 0 ? Array(padded.dropLast()) : padded
  }

  /// Reads one to three numbers separated by dots; `nil` for any other text.
  package init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      part.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ? Int(part) : nil
    }
    guard numbers.count == parts.count, 1...3 ~= numbers.count else { return nil }
    self.init(numbers: numbers)
  }
}

extension SwiftVersion: Comparable, CustomStringConvertible {
  package static func < (left: SwiftVersion, right: SwiftVersion) -> Bool {
    left.numbers.lexicographicallyPrecedes(right.numbers)
  }

  package var description: String { numbers.map(String.init).joined(separator: ".") }
}
