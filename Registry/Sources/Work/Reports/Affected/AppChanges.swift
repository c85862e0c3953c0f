import Apps
import Base
import Git
import ManifestEditor
import Model
import Versions

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

  /// By name.
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
        let manifest = try? PackageManifestFile(bytes: bytes, fileName: name, packagePath: .root),
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
