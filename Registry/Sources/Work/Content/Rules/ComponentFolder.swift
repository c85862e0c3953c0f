package import Base
package import Git
import Model

/// The folder of a component in a commit, from which a release is made.
package struct ComponentFolder {
  package let path: TreePath
  /// Of the whole commit.
  package let root: ObjectID
  /// The name of the manifest for messages.
  package let manifestFile: String

  package init(path: TreePath, root: ObjectID, manifestFile: String) {
    self.path = path
    self.root = root
    self.manifestFile = manifestFile
  }

  /// - Throws: If something other than a folder is there.
  package func tree(in repository: borrowing Repository) throws -> ObjectID {
    guard let (place, mode) = try repository.obstacle(on: path, in: root) else {
      if let entry = try repository.entry(at: path, in: root) { return entry.id }
      throw OperationError(.notAFolder, "'\(path)' is not a folder")
    }
    switch mode {
    case .link:
      throw OperationError(
        .folderIsLink,
        "'\(place)' is a symbolic link, expected a folder",
        help: "name the folder that it points to in '\(manifestFile)'"
      )
    case .submodule:
      throw OperationError(
        .notAFolder,
        "'\(place)' is a submodule, whose files are not in this repository",
        help: "replace the submodule by its files, or remove the component from"
          + " '\(manifestFile)' and depend on a version of it by URL"
      )
    case .file, .executable, .tree:
      throw OperationError(.notAFolder, "'\(place)' is a file, expected a folder")
    case nil:
      throw OperationError(
        .notAFolder,
        "there is no folder '\(path)' in the newest commit",
        help: "commit it, or, if it has moved, record that: 'registry move NAME FOLDER'"
      )
    }
  }

  /// Throws for a folder that can never be released, whatever is in it.
  ///
  /// - Parameter kind: What it is the folder of, for the message.
  package static func checkPlace(
    _ path: TreePath,
    of kind: String = "component",
    manifest manifestPath: TreePath
  ) throws(OperationError) {
    let place = TreePath(unchecked: path.collisionKey)
    if place.isInside(RegistryFolder.path)
      || place.names.contains(where: { $0 == ".build" || $0 == ".swiftpm" })
    {
      throw OperationError(
        .invalidPath,
        "the folder '\(path)' is for files that tools create and remove",
        help: "move the \(kind) to another folder"
      )
    }
    let data = ["releases", "signatures"].map { manifestPath.parent.appending(TreePath(known: $0)) }
    if data.contains(where: path.isInside) {
      throw OperationError(
        .invalidPath,
        "the folder '\(path)' is among the registry's own data",
        help: "move the \(kind) to another folder"
      )
    }
    guard !manifestPath.isInside(path) else {
      throw OperationError(
        .invalidPath,
        "the folder '\(path)' contains the registry's own data, which changes with every release",
        help: "move the \(kind) or the manifest to another folder"
      )
    }
  }
}
