import PackageRules
import RegistryModel
import Versioning
import Workspace

extension ReleasePlanning {
  /// Throws if a component depends on itself through recorded releases.
  ///
  /// If all components are planned, their order shows that already.
  func refuseCycle(
    of candidate: ReleaseCandidate,
    in workspace: borrowing Workspace
  ) throws {
    var open = candidate.requires.keys.filter { subjects[$0] == nil }
    var graph = [candidate.name: Set(candidate.requires.keys)]
    while let name = open.popLast() {
      guard graph[name] == nil else { continue }
      let release = try workspace.log(of: name, in: base.state).currentRelease
      graph[name] = Set(release.map { Array($0.requires.keys) } ?? [])
      open += graph[name] ?? []
    }
    if let cycle = DependencyOrder(graph).cycles[candidate.name] { throw cycle }
  }
}
