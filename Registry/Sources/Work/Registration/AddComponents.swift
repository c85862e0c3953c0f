package import Base
import Content
package import Git
import ManifestEditor
import ManifestForms
package import Model
import Reports
package import Versions

/// Lists packages of the repository as components.
package struct AddComponents: WritingOperation {
  /// The packages to list.
  package enum Choice: Hashable, Sendable {
    case paths([TreePath])
    /// Every package that git tracks outside of the components, but the one at the root.
    case all
  }

  private let choice: Choice
  /// The name of a single package; `nil` for the name of its folder.
  package var name: String?
  /// The layer as it was typed.
  package var layer: String?
  /// Whether they are never released.
  package var isPrivate = false
  /// The version that they have reached without a release.
  package var baseline: SemanticVersion?
  package let context: WriteContext

  package init(_ choice: Choice, context: WriteContext = WriteContext()) {
    (self.choice, self.context) = (choice, context)
  }

  package var task: String { "registry add" }

  package func plan(
    _ base: WriteBase,
    in workspace: borrowing Workspace
  ) throws -> RegistrationResult {
    let manifest = base.state.manifest
    let owners = Dictionary(manifest.components.map { ($1.path, $0) }) { first, _ in first }
    let paths: [TreePath]
    switch choice {
    case .paths(let typed): paths = typed
    case .all: paths = try workspace.unlistedPackages(besides: manifest, in: base.tree)
    }
    let layer = try self.layer.map { try LayerName($0) }
    var document = base.state.document
    var entries: [RegistrationResult.Entry] = []
    for path in paths {
      if let owner = owners[path] {
        try check(owner, at: path)
        continue
      }
      let name = try self.name(at: path, base, in: workspace)
      if let other = document.manifest.components[name] {
        throw OperationError(
          .collision,
          "the package at '\(path)' would be named '\(name)', like the component at"
            + " '\(other.path)'",
          help: "add it alone, with another name: 'registry add \(path) --name NAME'"
        )
      }
      var component = Component(path: path, layer: layer, isPrivate: isPrivate)
      component.baseline = baseline.map { Baseline(version: $0, source: base.tip) }
      document = try document.registering(component, named: name)
      try workspace.refuseCollision(of: name, in: base.state)
      entries.append(RegistrationResult.Entry(name: name, component: component))
    }
    guard !entries.isEmpty else { return RegistrationResult(entries: [], plan: nil) }
    let words =
      entries.count == 1
      ? "Add the component \(entries[0].name)" : "Add \(entries.count) components"
    return RegistrationResult(
      entries: entries.sorted { $0.name < $1.name },
      notes: document.manifest.groupNotes(on: entries.map(\.name), since: manifest),
      plan: WritePlan(
        .commit(
          files: [try base.file(workspace.manifestPath, document.text, in: workspace)],
          message: words + "\n"
        ),
        reason: "registry: \(words.prefix(1).lowercased())\(words.dropFirst())"
      )
    )
  }

  /// Checks that a package which is listed already has the name that is asked for, if one is.
  private func check(_ owner: ComponentName, at path: TreePath) throws(OperationError) {
    guard let name, name != owner.text else { return }
    throw OperationError(
      .pathTaken,
      "the package at '\(path)' is the component '\(owner)' already",
      help: "a component keeps its name, under which its releases are recorded"
    )
  }

  private func name(
    at path: TreePath,
    _ base: WriteBase,
    in workspace: borrowing Workspace
  ) throws -> ComponentName {
    let file = path.appending(.packageManifest)
    guard let bytes = try workspace.content(of: file, in: base.tree) else {
      throw OperationError(
        .noPackage,
        "the newest commit has no '\(file)'",
        help: "name the folder of a package, and commit the package first"
      )
    }
    try ComponentFolder.checkPlace(path, of: "package", manifest: workspace.manifestPath)
    if let name { return try ComponentName(own: name) }
    do throws(OperationError) {
      // The folder of a clone may have any name.
      if path.isRoot, let manifest = try? LocatedManifest(bytes: bytes, packagePath: path),
        let text = manifest.name
      {
        return try ComponentName(own: text)
      }
      return try ComponentName(own: String(path.name))
    } catch {
      // A folder may have any name; the package's own is the next best.
      if let manifest = try? LocatedManifest(bytes: bytes, packagePath: path),
        let text = manifest.name, let name = try? ComponentName(own: text)
      {
        return name
      }
      throw OperationError(
        OperationError(error).code,
        error.message,
        help: "name it: 'registry add \(path) --name NAME'",
        context: path.description
      )
    }
  }
}

extension ManifestDocument {
  /// The manifest with a new component.
  ///
  /// - Throws: What is wrong with it, without the line that it would have.
  package func registering(
    _ component: Component,
    named name: ComponentName
  ) throws(OperationError) -> ManifestDocument {
    do throws(OperationError) {
      try name.checkIsPortable()
    } catch {
      throw error.of(component.path.string)
    }
    do throws(OperationError) {
      return try setting(component, named: name)
    } catch {
      throw OperationError(
        error.code,
        error.message,
        help: error.help,
        context: component.path.string
      )
    }
  }
}

extension Manifest {
  /// Returns notes about the groups that components came into, and about those that were removed.
  func groupNotes(on names: [ComponentName], since old: Manifest) -> [String] {
    let (groups, before) = (ComponentGroups(self), ComponentGroups(old))
    let gone = old.groups.keys.filter { self.groups[$0] == nil }.sorted()
    return names.compactMap { name in
      guard let group = groups.group(of: name), before.group(of: name)?.name != group.name else {
        return nil
      }
      return "'\(name)' is in the group '\(group.name)'"
    } + gone.map { "the group '\($0)' has no components left, and is removed" }
  }
}

/// The changes of the manifest's list of components.
package struct RegistrationResult: WritingResult {
  /// A component of the manifest with its name.
  package struct Entry: Hashable, Sendable {
    package let name: ComponentName
    package let component: Component
  }

  /// The components that were added, moved or removed, by name; one that moved is at its new place.
  package let entries: [Entry]
  /// The folder of the component before it was moved.
  package var oldPath: TreePath?
  /// The files that were created, beside the manifest.
  package var files: [TreePath] = []
  /// Notes that require no action.
  package var notes: [String] = []
  /// The plan of the commit; `nil` if nothing has to be written.
  package let plan: WritePlan?
  package var commit: ObjectID?
}

extension Workspace {
  /// The path from the root of the repository that a person typed, which need not exist.
  ///
  /// - Parameters:
  ///   - directory: The folder that it is typed in.
  ///   - takesRoot: Whether it may be the root itself.
  package func path(
    typed text: String,
    in directory: String,
    takesRoot: Bool = false
  ) throws(OperationError) -> TreePath {
    try unifyingErrors {
      guard let root = repository.workingDirectory else { return try TreePath(text) }
      let absolute =
        try TreePath.isAbsolute(text) ? text : "\(LocalFile.realPath(directory))/\(text)"
      // A path that does not exist yet may be in a folder that is reached through links.
      var existing: [Substring] = []
      for name in TreePath.names(in: absolute) where name != "." {
        if name == ".." {
          _ = existing.popLast()
        } else {
          existing.append(name)
        }
      }
      var rest: [Substring] = []
      while let name = existing.last,
        LocalFile.kind(at: "/" + existing.joined(separator: "/")) == nil
      {
        rest.insert(name, at: 0)
        existing.removeLast()
      }
      let real = try LocalFile.realPath("/" + existing.joined(separator: "/"))
      let path = ([Substring(real)] + rest).joined(separator: "/")
      guard let found = try ManifestLocation.path(path, below: LocalFile.realPath(root)) else {
        throw OperationError(
          .invalidPath,
          "'\(text)' lies outside of the repository '\(root)'"
        )
      }
      guard takesRoot || !found.isRoot else {
        throw OperationError(
          .invalidPath,
          "'\(text)' is the root of the repository, expected a folder below it",
          help: "a package at the root is listed where it is: 'registry add .'"
        )
      }
      return found
    }
  }
}
