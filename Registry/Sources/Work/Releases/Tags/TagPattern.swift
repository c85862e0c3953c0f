package import Base
import Git
import Model
import Versions

/// How a repository names the tags of its releases, such as `{name}-v{version}`.
package struct TagPattern: Hashable, Sendable {
  package enum Placeholder: String, CaseIterable, Sendable {
    /// The name of a component or of its folder.
    case name
    /// The folder of a component, from the root.
    case path
    case version
  }

  /// As a person writes it.
  package let text: String
  /// That of the version, and perhaps one other.
  private let placeholders: [Placeholder]
  /// What is before, between and behind the placeholders.
  private let texts: [String]

  /// - Throws: For a pattern without exactly one `{version}` and at most one of the others.
  package init(_ text: String) throws(OperationError) {
    self.text = text
    var (placeholders, texts): ([Placeholder], [String]) = ([], [])
    var rest = text[...]
    for mark in text.matches(of: /\{(name|path|version)\}/) {
      texts.append(String(rest[..<mark.range.lowerBound]))
      placeholders += [Placeholder(rawValue: String(mark.1))].compactMap(\.self)
      rest = rest[mark.range.upperBound...]
    }
    texts.append(String(rest))
    (self.placeholders, self.texts) = (placeholders, texts)
    guard placeholders.count < 3, placeholders.count(where: { $0 == .version }) == 1,
      texts.dropFirst().dropLast().allSatisfy({ !$0.isEmpty }),
      // What looks like a placeholder of another name.
      !texts.joined().contains(where: { "{}".contains($0) })
    else {
      throw OperationError(
        .invalidTag,
        "invalid tag pattern '\(text)', expected '{version}' once, with '{name}' or '{path}' before or"
          + " after it",
        help: "such as '{name}/{version}', '{name}-v{version}' or 'v{version}'"
      )
    }
  }

  /// Whether a tag names no component.
  package var isOfAll: Bool { placeholders == [.version] }

  /// Whether releases get such tags here.
  var isOfReleases: Bool { text == "{name}/{version}" }

  /// The tag of a version.
  ///
  /// - Parameters:
  ///   - name: That of the component, or of its folder.
  ///   - path: The component's folder.
  func tag(_ name: String, at path: TreePath, _ version: SemanticVersion) -> String {
    zip(placeholders, texts.dropFirst()).reduce(into: texts[0]) { tag, part in
      switch part.0 {
      case .name: tag += name
      case .path: tag += path.string
      case .version: tag += version.description
      }
      tag += part.1
    }
  }

  /// What a tag may say, in every way in which it can be taken apart.
  package func readings(of tag: String) -> [[Placeholder: Substring]] {
    let (start, end) = (texts[0], texts[texts.count - 1])
    guard tag.hasPrefix(start), tag.dropFirst(start.count).hasSuffix(end) else { return [] }
    let values = tag.dropFirst(start.count).dropLast(end.count)
    guard placeholders.count > 1 else { return values.isEmpty ? [] : [[placeholders[0]: values]] }
    return values.ranges(of: texts[1]).compactMap { range in
      let (first, second) = (values[..<range.lowerBound], values[range.upperBound...])
      return first.isEmpty || second.isEmpty
        ? nil : [placeholders[0]: first, placeholders[1]: second]
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
