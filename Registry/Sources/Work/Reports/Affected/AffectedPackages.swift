import Git
import Model
import Versions

/// The packages that changes reach, with the way to what changed.
struct AffectedPackages {
  let graph: PackageGraph
  private let names: [TreePath: ComponentName]
  private let changed: Set<TreePath>

  /// - Parameter changes: Between the two states.
  init(
    _ graph: PackageGraph,
    _ manifest: Manifest,
    _ changes: FolderChanges,
    in repository: borrowing Repository
  ) throws {
    self.graph = graph
    names = Dictionary(manifest.components.map { ($1.path, $0) }) { first, _ in first }
    // A release of a component holds the components in its folder as they are; any other package
    // is what surrounds them.
    var around = changes
    around.left = Set(names.keys)
    var changed: Set<TreePath> = []
    let apps = Set(manifest.apps.values.map(\.path))
    for folder in Set(graph.dependencies.keys).union(graph.unread.keys).union(names.keys) {
      let isComponent = names[folder] != nil
      guard isComponent || !apps.contains(folder) else { continue }
      let rule = isComponent ? changes : around
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
