package import Base
package import Git
package import Model
import Versions

/// The form in which a repository names the tags of its releases, such as `{name}-v{version}`.
package struct TagPattern: Hashable, Sendable {
  /// A part of a pattern that differs between tags.
  package enum Placeholder: String, CaseIterable, Sendable {
    /// The name of a component or of its folder.
    case name
    /// The folder of a component, from the root.
    case path
    case version
  }

  /// The pattern as a person writes it.
  package let text: String
  /// The placeholder of the version, and perhaps one other, in the order of the text.
  private let placeholders: [Placeholder]
  /// The texts before, between and behind the placeholders.
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

  /// Returns the tag of a version.
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

  /// Returns the values of the placeholders in a tag, in every way in which it can be taken apart;
  /// none if it does not fit.
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
  /// The patterns of versions alone.
  static let plain = ["{version}", "v{version}"].compactMap { try? TagPattern($0) }

  /// The patterns that are recognised, of which a tag has the first that fits.
  package static let common = [
    "{name}/{version}", "{name}/v{version}", "{path}/{version}", "{path}/v{version}",
    "{name}@{version}", "{name}@v{version}", "{name}-{version}", "{name}-v{version}",
    "{name}_{version}", "{name}_v{version}", "{version}", "v{version}", "release/{version}",
    "release-{version}",
  ].compactMap { try? TagPattern($0) }
}

/// A form of tags, and the components whose releases such tags are.
package struct TagChoice: Hashable, Sendable {
  /// A name or a pattern of names; `nil` for all components.
  let name: String?
  /// The form of the tags.
  package let pattern: TagPattern

  /// Reads `PATTERN` or `NAME=PATTERN`.
  package init(_ text: String) throws(OperationError) {
    let start = text.prefix { $0 != "=" && $0 != "{" }
    let isNamed = start.endIndex < text.endIndex && text[start.endIndex] == "="
    name = isNamed ? String(start) : nil
    pattern = try TagPattern(isNamed ? String(text[start.endIndex...].dropFirst()) : text)
  }
}

/// Makes the tags of recorded releases that this clone lacks; a tag that is there stays as it is.
package struct Tags: WritingOperation {
  private let names: [String]
  package let context: WriteContext

  /// - Parameter names: Components in a person's spelling; none means all that were ever released.
  package init(of names: [String] = [], context: WriteContext = WriteContext()) {
    self.names = names
    self.context = context
  }

  package struct Result: WritingResult {
    /// The tags that were created, or would be in a dry run.
    package let tags: [String]
    /// The tags that are still missing.
    package let unavailable: [UnavailableTag]
    /// The plan of the tags; `nil` if no tag can be made.
    package let plan: WritePlan?
    package var commit: ObjectID?
  }

  package var task: String { "registry tags" }

  package var isTagging: Bool { true }

  package func plan(_ base: WriteBase, in workspace: borrowing Workspace) throws -> Result {
    var missing = ReleaseTags.Missing()
    let tags = try workspace.repository.tagNames()
    for component in try workspace.loggedComponents(named: names, in: base.state) {
      let found = try ReleaseTags(base.state.manifest.tagNaming(of: component), among: tags)
        .missing(from: base, in: workspace)
      missing.tags += found.tags
      missing.unavailable += found.unavailable
    }
    return Result(
      tags: missing.tags.map(\.name),
      unavailable: missing.unavailable,
      plan: missing.tags.isEmpty
        ? nil : WritePlan(.tag(missing.tags), reason: "registry: restore tags")
    )
  }
}

/// The tag of a recorded release that cannot be created.
package struct UnavailableTag: Hashable, Sendable {
  /// The reason why a tag cannot be created.
  package enum Reason: Hashable, Sendable {
    /// The history of the clone ends before the release.
    case shallowClone
    /// No commit of the branch has the record and the files of the release, as after a squash.
    case noCommit
    /// Another tag has the name of a folder that this one needs, or is in one of its name.
    case conflict
  }

  /// The name of the tag, without `refs/tags/`.
  package let name: String
  package let reason: Reason

  /// The error for those that a shallow clone lacks the commits of; `nil` if there are none.
  ///
  /// - Parameter tags: Those that are needed.
  package static func refusal(of tags: [UnavailableTag]) -> OperationError? {
    let missing = tags.filter { $0.reason == .shallowClone }
    guard let first = missing.first else { return nil }
    let count = missing.count - 1
    let others = count == 0 ? "" : " and \(count) other \(count == 1 ? "tag" : "tags")"
    return OperationError(
      .shallowClone,
      "cannot create '\(first.name)'\(others): the clone is shallow, so the commits of the releases"
        + " are unknown",
      help: "fetch the whole history with 'git fetch --unshallow', then run the command again"
    )
  }
}
