import Git
import PackageManifest
import RegistryModel
import Versioning

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

  /// As the release would have them: a link out of the folder is the file that it leads to.
  private func manifests(
    of component: Component,
    _ tree: ObjectID,
    _ repository: borrowing Repository
  ) throws -> [String: ObjectID] {
    var manifests: [String: ObjectID] = [:]
    for entry in try repository.entries(of: tree) where ManifestFileName(entry.name) != nil {
      if entry.mode.isFile { manifests[entry.name] = entry.id }
      guard entry.mode == .link else { continue }
      let link = TreeListing.Item(path: try TreePath(entry.name), mode: .link, id: entry.id)
      guard try !repository.linksLeavingTree(among: [link]).isEmpty else { continue }
      let folder = try TreePath(component.path.description)
      let end = try LinkResolution(root: base.tree, folder: folder).end(of: link, in: repository)
      if end.kind != .folder { manifests[entry.name] = try ObjectID(hex: end.object.description) }
    }
    return manifests
  }

  /// Those of the release; nothing where its tree is not here.
  private static func manifests(
    of release: Release,
    _ repository: borrowing Repository
  ) throws -> [String: ObjectID]? {
    let form = try ReleaseForm(of: release)
    guard repository.contains(form.tree) else { return nil }
    let entries = try form.entries(in: repository).filter { entry in
      entry.mode.isFile && ManifestFileName(entry.name) != nil
    }
    return Dictionary(entries.map { ($0.name, $0.id) }) { first, _ in first }
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
