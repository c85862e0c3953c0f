import Git
import GitValues
import RegistryModel
import Versioning

/// A component as the branch has it, beside its last release.
struct ReleaseSubject {
  let name: ComponentName
  let component: Component
  let path: TreePath
  /// Nothing where nothing is committed at the component's path.
  let tree: ObjectID?
  /// The greatest of all.
  let release: Release?
  /// The greatest that is not withdrawn.
  let available: SemanticVersion?
  /// The components that its package depends on, or why they cannot be told.
  let dependencies: Result<Set<ComponentName>, OperationError>

  /// Whether there is something that no release has.
  var isChanged: Bool { tree.map { $0 != release?.tree } ?? false }
}

extension ReleaseSubject {
  /// Every component of a state, by name.
  static func all(
    in state: RegistryState,
    tree root: ObjectID,
    manifests: PackageManifests,
    _ workspace: borrowing Workspace
  ) throws -> [ComponentName: ReleaseSubject] {
    var trees = TreeLookup(root: root)
    let reader = DependencyReader(
      places: ComponentPlaces(state.document),
      root: root,
      packages: manifests
    )
    var subjects: [ComponentName: ReleaseSubject] = [:]
    for (name, component) in state.manifest.components {
      let found = try StatusSubject(
        name: name,
        component: component,
        committed: state,
        in: workspace
      )
      let tree = try trees.tree(at: found.path, in: workspace.repository)
      let release = try found.digest?.greatestRelease(file: workspace.logPath(of: name).string)
      var dependencies: Result<Set<ComponentName>, OperationError> = .success([])
      if let tree {
        dependencies = reader.dependencies(
          of: name,
          component,
          tree,
          since: release,
          in: workspace.repository
        )
      }
      subjects[name] = ReleaseSubject(
        name: name,
        component: component,
        path: found.path,
        tree: tree,
        release: release,
        available: found.digest?.greatestAvailable,
        dependencies: dependencies
      )
    }
    return subjects
  }
}
