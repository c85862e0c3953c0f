import Base
package import Git
import Versions

/// A file that a release of a component writes its version into.
package struct VersionFile: Hashable, Sendable {
  /// From the component's folder, or from the root of the repository.
  package let path: TreePath
  /// Whether the path is from the root of the repository.
  package let isFromRoot: Bool
  package let pattern: VersionPattern

  /// Where the file is in the repository.
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
