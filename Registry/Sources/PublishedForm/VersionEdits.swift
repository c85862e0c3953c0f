package import Errors
package import Git
package import GitValues
package import RegistryModel
package import Versioning
package import Workspace

/// What a release writes into the files that name its component's version.
package struct VersionEdits {
  private let component: Component
  private let version: SemanticVersion

  package init(_ component: Component, _ version: SemanticVersion) {
    (self.component, self.version) = (component, version)
  }

  /// The new contents of the files that change, by their places in the repository.
  ///
  /// - Parameters:
  ///   - root: The tree of the whole commit.
  ///   - earlier: What other releases of the same commit write.
  /// - Throws: For a file that is not committed, or does not have its pattern exactly once.
  package func files(
    in root: ObjectID,
    over earlier: [TreePath: [UInt8]] = [:],
    of repository: borrowing Repository
  ) throws -> [TreePath: [UInt8]] {
    var files: [TreePath: [UInt8]] = [:]
    var old: [TreePath: [UInt8]] = [:]
    for file in component.versionFiles {
      let place = file.place(in: component.path)
      let bytes =
        try files[place] ?? earlier[place] ?? Self.content(of: place, in: root, repository)
      old[place] = old[place] ?? bytes
      let found = file.pattern.places(in: bytes)
      guard found.count == 1 else {
        throw Self.refusal(of: file.pattern, in: place, at: found, bytes)
      }
      files[place] = bytes
      files[place]?.replaceSubrange(found[0], with: version.description.utf8)
    }
    return files.filter { $0.value != old[$0.key] }
  }

  /// Stores a tree with the files in it.
  package static func storing(
    _ files: [TreePath: [UInt8]],
    in root: ObjectID,
    of repository: borrowing Repository
  ) throws -> ObjectID {
    var edits: [(path: TreePath, edit: TreeEdit)] = []
    for (path, content) in files {
      let mode = try repository.entry(at: path, in: root)?.mode ?? .file
      edits.append((path, .put(try repository.writeBlob(content), mode)))
    }
    return try repository.edit(root, edits)
  }

  /// Throws for a file that the registry itself writes.
  package func checkPlaces(in workspace: borrowing Workspace) throws(OperationError) {
    let own = [
      workspace.manifestPath, Workspace.changelogPath, TreePath(known: ".gitattributes"),
    ]
    for file in component.versionFiles {
      let place = file.place(in: component.path)
      guard own.contains(place) || place.isInside(workspace.releasesPath) else { continue }
      throw OperationError(
        .versionFile,
        "'\(place)' of \"versionFiles\" is a file that the registry itself writes",
        help: "remove it from \"versionFiles\" in '\(workspace.manifestPath)'"
      )
    }
  }

  private static func content(
    of place: TreePath,
    in root: ObjectID,
    _ repository: borrowing Repository
  ) throws -> [UInt8] {
    guard let entry = try repository.entry(at: place, in: root), entry.mode.isFile else {
      throw OperationError(
        .versionFile,
        "'\(place)' of \"versionFiles\" is not a file of the newest commit",
        help: "commit it, or correct its path in the manifest"
      )
    }
    return try repository.blob(entry.id)
  }

  private static func refusal(
    of pattern: VersionPattern,
    in place: TreePath,
    at found: [Range<Int>],
    _ bytes: [UInt8]
  ) -> OperationError {
    guard !found.isEmpty else {
      return OperationError(
        .versionFile,
        "'\(place)' does not have the text '\(pattern.text)' with a version in it",
        help: "write it there, with a version such as '0.0.0', or correct \"pattern\""
      )
    }
    let lines = found.map { place in
      String(bytes[..<place.lowerBound].count { $0 == UInt8(ascii: "\n") } + 1)
    }
    return OperationError(
      .versionFile,
      "'\(place)' has the text '\(pattern.text)' \(found.count) times, expected once: in the lines"
        + " \(lines.joined(separator: ", "))",
      help: "make \"pattern\" longer, so that it is in the file once"
    )
  }
}
