import Git
import GitValues
import PackageManifest
import PackageRules
import PublishedForm
import RegistryModel
import Versioning
import Workspace

/// Tells which components a component's package depends on, as far as its manifests can be read.
///
/// What cannot be is left to the candidate, which is refused for it.
struct DependencyReader {
  let base: ReleaseBase

  /// The record of the last release tells, as long as the package's manifests are the same and its
  /// dependencies have kept their names: parsing takes longer than all the rest of a plan.
  func dependencies(
    of component: Component,
    _ tree: ObjectID,
    since release: Release?,
    in repository: borrowing Repository
  ) -> Set<ComponentName> {
    guard let manifests = try? manifests(of: component, tree, repository) else { return [] }
    if let release, Set(release.requires.keys).isSubset(of: base.state.manifest.components.keys),
      (try? Self.manifests(of: release, repository)) == manifests
    {
      return Set(release.requires.keys)
    }
    return read(manifests, of: component, repository)
  }

  private func manifests(
    of component: Component,
    _ tree: ObjectID,
    _ repository: borrowing Repository
  ) throws -> [String: ObjectID] {
    try ReleaseFormPlan(folder: component.path, tree: tree, root: base.tree)
      .manifests(in: repository)
  }

  /// Those of the release; nothing where its tree is not here.
  private static func manifests(
    of release: Release,
    _ repository: borrowing Repository
  ) throws -> [String: ObjectID]? {
    let form = try ReleaseForm(of: release)
    guard repository.contains(form.tree) else { return nil }
    return try ReleaseFormPlan.manifests(among: form.entries(in: repository))
  }

  private func read(
    _ manifests: [String: ObjectID],
    of component: Component,
    _ repository: borrowing Repository
  ) -> Set<ComponentName> {
    var found: Set<ComponentName> = []
    for (fileName, blob) in manifests {
      let manifest = try? base.manifests.file(
        blob,
        named: fileName,
        in: component.path,
        of: repository
      )
      for dependency in manifest?.dependencies ?? [] {
        guard case .path(_, let resolved) = dependency.location, let path = try? resolved.get(),
          let other = base.places.component(at: path)
        else { continue }
        found.insert(other)
      }
    }
    return found
  }
}
