package import Base
package import Git
import ManifestEditor
package import Model
package import Versions

/// The edits by which a release writes its version into the files that name it.
package struct VersionEdits {
  private let component: Component
  private let version: SemanticVersion
  private let rules: [VersionFileRule]
  /// The folders of the components below its own.
  private let inner: Set<TreePath>

  /// - Parameter manifest: What is said there of all components.
  package init(_ component: Component, of manifest: Manifest, _ version: SemanticVersion) {
    (self.component, self.version) = (component, version)
    guard !manifest.versionFileRules.isEmpty else {
      (inner, rules) = ([], [])
      return
    }
    inner = Set(
      manifest.components.values.map(\.path)
        .filter { $0 != component.path && $0.isInside(component.path) }
    )
    rules = manifest.versionFileRules
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
    for (place, pattern) in try places(in: root, of: repository) {
      let bytes =
        try files[place] ?? earlier[place] ?? Self.content(of: place, in: root, repository)
      old[place] = old[place] ?? bytes
      let found = pattern.places(in: bytes)
      guard found.count == 1 else { throw Self.refusal(of: pattern, in: place, at: found, bytes) }
      files[place] = bytes
      files[place]?.replaceSubrange(found[0], with: version.description.utf8)
    }
    return files.filter { $0.value != old[$0.key] }
  }

  /// Whether a file that it changes is one of SwiftPM's manifests.
  package func areInPackageManifests(
    in root: ObjectID,
    of repository: borrowing Repository
  ) throws -> Bool {
    try places(in: root, of: repository).contains { place, _ in
      place.parent == component.path && ManifestFileName(String(place.name)) != nil
    }
  }

  /// The files that name the version: those that the component lists, and those of the rules for all.
  private func places(
    in root: ObjectID,
    of repository: borrowing Repository
  ) throws(OperationError) -> [(place: TreePath, pattern: VersionPattern)] {
    let listed = component.versionFiles.map { ($0.place(in: component.path), $0.pattern) }
    return try listed + rulePlaces(in: root, of: repository)
  }

  private func rulePlaces(
    in root: ObjectID,
    of repository: borrowing Repository
  ) throws(OperationError) -> [(place: TreePath, pattern: VersionPattern)] {
    var places: [(place: TreePath, pattern: VersionPattern)] = []
    var folders = rules.isEmpty ? [] : [TreePath.root]
    while let folder = folders.popLast() {
      let tree = try repository.entry(at: component.path.appending(folder), in: root)
      guard let tree, tree.mode == .tree else { continue }
      for item in try repository.items(of: tree.id, at: folder) {
        let place = component.path.appending(item.path)
        if item.mode.isFile {
          let found = rules.filter { $0.matches(item.path) }
          places += found.map { (place, $0.pattern) }
        } else if item.mode == .tree, !inner.contains(place),
          rules.contains(where: { $0.mayMatch(in: item.path) })
        {
          folders.append(item.path)
        }
      }
    }
    return places
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
