package import Base
package import Git
import Versions

/// A file that a release of a component writes its version into.
package struct VersionFile: Hashable, Sendable {
  /// The path from the component's folder, or from the root of the repository.
  package let path: TreePath
  /// Whether the path is from the root of the repository.
  package let isFromRoot: Bool
  /// The text around the version in the file.
  package let pattern: VersionPattern

  /// The path of the file in the repository, for a component in `folder`.
  package func place(in folder: TreePath) -> TreePath {
    isFromRoot ? path : folder.appending(path)
  }
}

extension VersionFile {
  enum Key: String, JSONKey {
    case path
    case pattern
  }

  var json: JSONValue {
    .members([
      Key.path: .string(isFromRoot ? "/\(path)" : path.description),
      .pattern: .string(pattern.text),
    ])
  }

  init(_ field: JSONField) throws(OperationError) {
    let object = try field.object(Key.self)
    try object.refuseOthers()
    let pathField = try object.required(.path)
    isFromRoot = TreePath.isAbsolute(try pathField.string())
    path = try pathField.parse { text throws(OperationError) in
      let help =
        "name the file from the component's folder, or with a leading '/' from the root of the"
        + " repository"
      let bare = TreePath.isAbsolute(text) ? String(Substring(text.utf8.dropFirst())) : text
      do throws(OperationError) {
        let path = try TreePath(recorded: bare)
        if !path.isRoot { return path }
      } catch {
        throw OperationError(.invalidPath, error.message, help: help)
      }
      throw OperationError(
        .invalidPath,
        "invalid path \(quoted(text)), expected a file",
        help: help
      )
    }
    pattern = try object.required(.pattern).parse(VersionPattern.init)
  }
}

/// Text with a place for a version, such as `let version = "{version}"`.
package struct VersionPattern: Hashable, Sendable {
  /// The pattern as it is written in the manifest, with the placeholder.
  package let text: String
  private let prefix: [UInt8]
  private let suffix: [UInt8]

  /// The text that stands for the version in a pattern.
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

  /// The ranges of a file's bytes that are versions which the pattern is about.
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

/// Files of all components that releases write their versions into, such as `Sources/*/Version.swift`
/// with `let version = "{version}"`.
package struct VersionFileRule: Hashable, Sendable {
  /// A pattern for paths from a component's folder: `*` matches any characters of a name, `?` one, and
  /// `**` any number of folders.
  package let path: String
  /// The text around the version in such a file.
  package let pattern: VersionPattern

  /// Whether the rule is about the file at a path from its component's folder.
  package func matches(_ path: TreePath) -> Bool {
    Wildcards.match(path, self.path)
  }

  /// Whether it may be about files in a folder, given by its path from the component's folder.
  package func mayMatch(in folder: TreePath) -> Bool {
    var parts = path.split(separator: "/")[...]
    for name in folder.names {
      guard let part = parts.popFirst() else { return false }
      if part == "**" { return true }
      guard Wildcards.match(String(name), String(part)) else { return false }
    }
    return !parts.isEmpty
  }
}

extension VersionFileRule {
  var json: JSONValue {
    .members([VersionFile.Key.path: .string(path), .pattern: .string(pattern.text)])
  }

  init(_ field: JSONField) throws(OperationError) {
    let object = try field.object(VersionFile.Key.self)
    try object.refuseOthers()
    path = try object.required(.path).parse { text throws(OperationError) in
      let names = text.split(separator: "/", omittingEmptySubsequences: false)
      guard !names.contains(where: { ["", ".", ".."].contains($0) }) else {
        throw OperationError(
          .invalidPath,
          "invalid path \(quoted(text)), expected one from the folder of each component",
          help: "as in 'Sources/*/Version.swift'; a file of the root belongs to one component's"
            + " \"versionFiles\""
        )
      }
      return text
    }
    pattern = try object.required(.pattern).parse(VersionPattern.init)
  }
}
