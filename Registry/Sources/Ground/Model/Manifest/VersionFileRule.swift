import Base
package import Git
import Versions

/// Files of all components that releases write their versions into, such as `Sources/*/Version.swift`
/// with `let version = "{version}"`.
package struct VersionFileRule: Hashable, Sendable {
  /// A pattern for paths from a component's folder: `*` matches any characters of a name, `?` one, and
  /// `**` any number of folders.
  package let path: String
  package let pattern: VersionPattern

  /// Whether it is about the file at a path from its component's folder.
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
