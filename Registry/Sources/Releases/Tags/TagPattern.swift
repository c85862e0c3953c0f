package import Errors
import GitValues
import Versioning
import Workspace

/// How a repository names the tags of its releases, such as `{name}-v{version}`.
package struct TagPattern: Hashable, Sendable {
  package enum Placeholder: String, CaseIterable {
    /// The name of a component or of its folder.
    case name
    /// The folder of a component, from the root.
    case path
    case version
  }

  private enum Part: Hashable {
    case text(String)
    case placeholder(Placeholder)

    var isText: Bool { if case .text = self { true } else { false } }

    /// Whether it is a text with what looks like a placeholder of another name.
    var hasBrace: Bool {
      if case .text(let text) = self { text.contains { "{}".contains($0) } } else { false }
    }
  }

  /// As a person writes it.
  package let text: String
  private let parts: [Part]

  /// - Throws: For a pattern without exactly one `{version}` and at most one of the others.
  package init(_ text: String) throws(OperationError) {
    self.text = text
    var parts: [Part] = []
    var rest = text[...]
    while !rest.isEmpty {
      let found = Placeholder.allCases.compactMap { placeholder in
        rest.firstRange(of: "{\(placeholder)}").map { (placeholder, $0) }
      }.min { $0.1.lowerBound < $1.1.lowerBound }
      guard let (placeholder, range) = found else {
        parts.append(.text(String(rest)))
        break
      }
      if range.lowerBound > rest.startIndex {
        parts.append(.text(String(rest[..<range.lowerBound])))
      }
      parts.append(.placeholder(placeholder))
      rest = rest[range.upperBound...]
    }
    self.parts = parts
    let versions = parts.count { $0 == .placeholder(.version) }
    let others = parts.count { $0 == .placeholder(.name) || $0 == .placeholder(.path) }
    let areApart = zip(parts, parts.dropFirst()).allSatisfy { $0.isText || $1.isText }
    let isKnown = !parts.contains { $0.hasBrace }
    guard versions == 1, others < 2, areApart, isKnown else {
      throw OperationError(
        .invalidTag,
        "invalid tag pattern '\(text)', expected '{version}' once, with '{name}' or '{path}' before or"
          + " after it",
        help: "such as '{name}/{version}', '{name}-v{version}' or 'v{version}'"
      )
    }
  }

  /// Whether a tag names no component.
  package var isOfAll: Bool {
    !parts.contains(.placeholder(.name)) && !parts.contains(.placeholder(.path))
  }

  /// Whether releases get such tags here.
  var isOfReleases: Bool { text == "{name}/{version}" }

  /// The tag of a version.
  ///
  /// - Parameters:
  ///   - name: That of the component, or of its folder.
  ///   - path: The component's folder.
  func tag(_ name: String, at path: TreePath, _ version: SemanticVersion) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .placeholder(.name): name
      case .placeholder(.path): path.string
      case .placeholder(.version): version.description
      }
    }.joined()
  }

  /// What a tag may say, in every way in which it can be taken apart.
  package func readings(of tag: String) -> [[Placeholder: Substring]] {
    var readings: [[Placeholder: Substring]] = []
    read(tag[...], parts[...], [:], &readings)
    return readings
  }

  private func read(
    _ rest: Substring,
    _ parts: ArraySlice<Part>,
    _ values: [Placeholder: Substring],
    _ readings: inout [[Placeholder: Substring]]
  ) {
    switch parts.first {
    case nil: if rest.isEmpty { readings.append(values) }
    case .text(let text):
      if rest.hasPrefix(text) {
        read(rest.dropFirst(text.count), parts.dropFirst(), values, &readings)
      }
    case .placeholder(let placeholder):
      guard case .text(let text)? = parts.dropFirst().first else {
        if !rest.isEmpty { readings.append(values.merging([placeholder: rest]) { $1 }) }
        return
      }
      for range in rest.ranges(of: text) where range.lowerBound > rest.startIndex {
        let values = values.merging([placeholder: rest[..<range.lowerBound]]) { $1 }
        read(rest[range.upperBound...], parts.dropFirst(2), values, &readings)
      }
    }
  }
}

extension TagPattern {
  /// Those that are recognised, of which a tag has the first that fits.
  package static let common = [
    "{name}/{version}", "{name}/v{version}", "{path}/{version}", "{path}/v{version}",
    "{name}@{version}", "{name}@v{version}", "{name}-{version}", "{name}-v{version}",
    "{name}_{version}", "{name}_v{version}", "{version}", "v{version}", "release/{version}",
    "release-{version}",
  ].compactMap { try? TagPattern($0) }
}
