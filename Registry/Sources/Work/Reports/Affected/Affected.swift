import Apps
package import Base
package import Git
import ManifestEditor
import ManifestForms
package import Model
package import Versions

/// Finds the components and apps that changes reach: those with changed files, and all that depend
/// on them.
///
/// Trees are compared and no history is read, so that a shallow clone suffices.
package struct Affected: Sendable {
  /// A revision; `nil` for the newest commit.
  private let since: String?
  private let usesWorkingFiles: Bool

  /// - Parameter usesWorkingFiles: Whether uncommitted changes count too; without a revision there
  ///   is nothing else to count.
  package init(since: String? = nil, usesWorkingFiles: Bool = false) {
    self.since = since
    self.usesWorkingFiles = usesWorkingFiles || since == nil
  }

  /// Compares the trees of the two commits, and the working files if they count.
  package func run(in workspace: borrowing Workspace) throws(OperationError) -> AffectedParts {
    guard let tip = workspace.tip else {
      throw OperationError.noCommit()
    }
    return try unifyingErrors {
      let base = try since.map { try workspace.repository.commit(named: $0) } ?? tip
      let tree = try workspace.repository.commit(tip).tree
      let state = try usesWorkingFiles ? workspace.workingState() : workspace.state(at: tip)
      var source = PackageSource.tree(tree)
      if usesWorkingFiles, let root = workspace.repository.workingDirectory {
        source = .workingFiles(root, over: tree)
      }
      let changes = FolderChanges(
        old: try workspace.repository.commit(base).tree,
        new: tree,
        uncommitted: usesWorkingFiles ? try workspace.uncommittedPaths() : []
      )
      let manifest = state.manifest
      let packages = try AffectedPackages(
        PackageGraph(of: manifest.folders, from: source, naming: manifest, in: workspace),
        state,
        changes,
        in: workspace.repository
      )
      let apps = try AppChanges(
        packages: packages,
        changes: changes,
        state: state,
        base: base,
        source: source,
        in: workspace
      )
      return AffectedParts(
        base: base,
        tip: tip,
        usesWorkingFiles: usesWorkingFiles,
        components: manifest.components.sorted { $0.key < $1.key }.compactMap { name, component in
          packages.reason(of: component.path).map {
            packages.part(name, at: component.path, $0)
          }
        },
        apps: try apps.affected(in: workspace)
      )
    }
  }
}

extension Manifest {
  /// The folders of the components and the apps.
  var folders: [TreePath] {
    components.values.map(\.path) + apps.values.map(\.path)
  }
}

extension Workspace {
  /// The files that are not as the newest commit has them; ignored ones are none.
  func uncommittedPaths() throws -> [TreePath] {
    try WorkTree(of: repository).status().map { file in
      // A repository within this one is given with a slash behind its name.
      TreePath(unchecked: file.path.hasSuffix("/") ? String(file.path.dropLast()) : file.path)
    }
  }
}

/// The apps that changes reach: by their own files, by the releases that they are built from, or by
/// a component that they are built from as it is.
struct AppChanges {
  private let packages: AffectedPackages
  private let changes: FolderChanges
  private let manifest: Manifest
  private let source: PackageSource
  private let resolved: ResolvedReleases
  private let oldResolved: ResolvedReleases
  /// As they were.
  private let oldApps: [AppName: App]

  /// Where the package manager looks for targets that name no folder.
  private static let usualFolders = ["Plugins", "Source", "Sources", "Tests", "src", "srcs"]

  init(
    packages: AffectedPackages,
    changes: FolderChanges,
    state: RegistryState,
    base: ObjectID,
    source: PackageSource,
    in workspace: borrowing Workspace
  ) throws {
    self.packages = packages
    self.changes = changes
    self.source = source
    manifest = state.manifest
    guard !manifest.apps.isEmpty else {
      (resolved, oldResolved, oldApps) = (ResolvedReleases(), ResolvedReleases(), [:])
      return
    }
    resolved = try workspace.resolved(in: state)
    do throws(OperationError) {
      let old = try workspace.state(at: base)
      (oldResolved, oldApps) = (try workspace.resolved(in: old), old.manifest.apps)
    } catch {
      // Before there was a registry, or with one that cannot be read: nothing to be the same as.
      (oldResolved, oldApps) = (ResolvedReleases(), [:])
    }
  }

  /// Returns the affected apps in the order of their names.
  func affected(
    in workspace: borrowing Workspace
  ) throws -> [AffectedParts.Part<AppName>] {
    var parts: [AffectedParts.Part<AppName>] = []
    for (name, app) in manifest.apps.sorted(by: { $0.key < $1.key }) {
      guard let reason = try reason(of: name, app, in: workspace) else { continue }
      parts.append(packages.part(name, at: app.path, reason))
    }
    return parts
  }

  private func reason(
    of name: AppName,
    _ app: App,
    in workspace: borrowing Workspace
  ) throws -> AffectedParts.Reason? {
    if try hasChangedFiles(app, in: workspace) { return .changed }
    let releases = resolved.apps[name] ?? [:]
    guard let old = oldApps[name], old.pins == app.pins,
      (oldResolved.apps[name] ?? [:]) == releases
    else { return .releases }
    // What an app that is no Swift package uses is not known: it may be any component.
    let dependencies =
      packages.graph.dependencies[app.path] ?? Set(manifest.components.values.map(\.path))
    return packages.reason(throughDependencies: dependencies, released: Set(releases.keys))
  }

  private func hasChangedFiles(
    _ app: App,
    in workspace: borrowing Workspace
  ) throws -> Bool {
    var own = changes
    own.left = Set(manifest.components.values.map(\.path))
    own.left.formUnion(manifest.apps.values.map(\.path).filter { $0 != app.path })
    own.left.formUnion([
      workspace.manifestPath, workspace.resolvedPath, workspace.releasesPath,
      Workspace.changelogPath,
    ])
    guard app.path.isRoot, packages.graph.hasPackage(at: .root) else {
      return try own.isChanged(app.path, in: workspace.repository)
    }
    // The folder contains the whole repository, most of which is not part of the package.
    own.leavesPackages = true
    guard let parts = try parts(in: workspace) else {
      return try own.isChanged(.root, in: workspace.repository)
    }
    for part in parts where try own.isChanged(part, in: workspace.repository) { return true }
    return false
  }

  /// The files and folders that the package at the root consists of; `nil` if that is computed.
  private func parts(in workspace: borrowing Workspace) throws -> [TreePath]? {
    let files = PackageFiles(source)
    var parts = Self.usualFolders + ["Package.resolved"]
    for (name, bytes) in try files.manifests(in: .root, workspace.repository) {
      guard
        let manifest = try? LocatedManifest(bytes: bytes, fileName: name, packagePath: .root),
        manifest.unread.isEmpty
      else { return nil }
      parts.append(name)
      for target in manifest.targets {
        if let path = target.path { parts.append(path) }
      }
    }
    var paths: [TreePath] = []
    for part in parts {
      guard let path = try? TreePath(part), !path.isRoot else { return nil }
      paths.append(path)
    }
    return paths
  }
}

/// The packages that changes reach, with the way to what changed.
struct AffectedPackages {
  let graph: PackageGraph
  private let names: [TreePath: ComponentName]
  private let changed: Set<TreePath>

  /// - Parameter changes: Between the two states.
  init(
    _ graph: PackageGraph,
    _ state: RegistryState,
    _ changes: FolderChanges,
    in repository: borrowing Repository
  ) throws {
    self.graph = graph
    let manifest = state.manifest
    names = Dictionary(manifest.components.map { ($1.path, $0) }) { first, _ in first }
    let trees = state.trees
    var changed: Set<TreePath> = []
    let apps = Set(manifest.apps.values.map(\.path))
    for folder in Set(graph.dependencies.keys).union(graph.unread.keys).union(names.keys) {
      let isComponent = names[folder] != nil
      guard isComponent || !apps.contains(folder) else { continue }
      var rule = changes
      rule.left = isComponent ? Set(trees.otherPaths(at: folder)) : Set(names.keys)
      if try rule.isChanged(folder, in: repository) { changed.insert(folder) }
    }
    self.changed = changed
  }

  /// Why a package is reached; `nil` if it is not.
  func reason(of folder: TreePath) -> AffectedParts.Reason? {
    if changed.contains(folder) { return .changed }
    if let error = graph.unread[folder] { return changed.isEmpty ? nil : .unread(error) }
    return reason(throughDependencies: graph.dependencies[folder] ?? [])
  }

  /// Why a folder is reached through what it depends on, by the shortest way.
  ///
  /// - Parameters:
  ///   - dependencies: Those of the folder itself.
  ///   - released: The components that it is built from releases of.
  func reason(
    throughDependencies dependencies: Set<TreePath>,
    released: Set<ComponentName> = []
  ) -> AffectedParts.Reason? {
    guard !changed.isEmpty else { return nil }
    var open = dependencies.sorted().map { [$0] }
    var seen = dependencies
    var index = 0
    while index < open.count {
      let way = open[index]
      index += 1
      guard let folder = way.last, !(names[folder].map(released.contains) ?? false) else {
        continue
      }
      if changed.contains(folder) || graph.unread[folder] != nil {
        return .dependency(way.map(name))
      }
      let further = (graph.dependencies[folder] ?? []).sorted().filter { seen.insert($0).inserted }
      open += further.map { way + [$0] }
    }
    return nil
  }

  func part<Name>(
    _ name: Name,
    at path: TreePath,
    _ reason: AffectedParts.Reason
  ) -> AffectedParts.Part<Name> {
    AffectedParts.Part(
      name: name,
      path: path,
      reason: reason,
      isPackage: graph.hasPackage(at: path),
      hasTests: graph.tested.contains(path)
    )
  }

  private func name(of folder: TreePath) -> String {
    names[folder]?.text ?? folder.description
  }
}

/// The components and apps that changes reach.
package struct AffectedParts: Sendable {
  /// The commit that is compared with the newest one; the newest one itself if only uncommitted
  /// changes count.
  package let base: ObjectID
  /// The newest commit.
  package let tip: ObjectID
  /// Whether uncommitted changes count too.
  package let usesWorkingFiles: Bool
  /// The affected components in the order of their names.
  package let components: [Part<ComponentName>]
  /// The affected apps in the order of their names.
  package let apps: [Part<AppName>]

  /// A component or an app that changes reach.
  package struct Part<PartName: Hashable & Sendable>: Hashable, Sendable {
    package let name: PartName
    /// The folder of its package, from the root of the repository.
    package let path: TreePath
    package let reason: Reason
    /// Whether there is a `Package.swift` at the path.
    package let isPackage: Bool
    /// Whether its manifest declares a test target, as far as that can be read.
    package let hasTests: Bool
  }

  /// The reason why changes reach it.
  package enum Reason: Hashable, Sendable {
    /// Its own files differ.
    case changed
    /// It is built from other releases, or has other pins.
    case releases
    /// It depends on something that changed; the packages on the way, from the nearest to the one
    /// that changed.
    case dependency([String])
    /// Its dependencies cannot be read, so that it may depend on something that changed.
    case unread(OperationError)
  }
}

/// Where two trees differ, and which files are not committed; only folders that differ are read.
struct FolderChanges {
  let old: ObjectID
  let new: ObjectID
  let uncommitted: [TreePath]
  /// Folders that do not count as parts of the folders around them.
  var left: Set<TreePath> = []
  /// Whether other packages do not count as parts of the folders around them.
  var leavesPackages = false

  /// Whether the file or folder at `path` has changed.
  func isChanged(_ path: TreePath, in repository: borrowing Repository) throws -> Bool {
    let (oldEntry, newEntry) = (
      try repository.entry(at: path, in: old), try repository.entry(at: path, in: new)
    )
    if try differ(oldEntry, newEntry, at: path, start: path, repository) { return true }
    for file in uncommitted where file.isInside(path) {
      let folders = ([file] + file.ancestors).filter { $0.isInside(path) && $0 != path }
      if folders.contains(where: left.contains) { continue }
      if leavesPackages, try folders.contains(where: { try isPackage($0, repository) }) { continue }
      return true
    }
    return false
  }

  private func differ(
    _ old: TreeEntry?,
    _ new: TreeEntry?,
    at path: TreePath,
    start: TreePath,
    _ repository: borrowing Repository
  ) throws -> Bool {
    if old?.id == new?.id, old?.mode == new?.mode { return false }
    if path != start, left.contains(path) { return false }
    let isFolder = [old, new].compactMap(\.?.mode).allSatisfy { $0 == .tree }
    guard isFolder else { return true }
    let (oldEntries, newEntries) = (
      try entries(of: old, repository), try entries(of: new, repository)
    )
    if leavesPackages, path != start {
      let manifest = TreePath.packageManifest.string
      if oldEntries[manifest] != nil || newEntries[manifest] != nil { return false }
    } else if !leavesPackages, !left.contains(where: { $0.isInside(path) && $0 != path }) {
      return true
    }
    for name in Set(oldEntries.keys).union(newEntries.keys) {
      let child = path.appending(TreePath(unchecked: name))
      if try differ(oldEntries[name], newEntries[name], at: child, start: start, repository) {
        return true
      }
    }
    return false
  }

  private func entries(
    of entry: TreeEntry?,
    _ repository: borrowing Repository
  ) throws -> [String: TreeEntry] {
    guard let entry else { return [:] }
    let entries = try repository.entries(of: entry.id).map { ($0.name, $0) }
    return Dictionary(entries) { first, _ in first }
  }

  private func isPackage(_ folder: TreePath, _ repository: borrowing Repository) throws -> Bool {
    try repository.entry(at: folder.appending(.packageManifest), in: new) != nil
  }
}
