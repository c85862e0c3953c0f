import Git
import GitValues
import PackageManifest
import RegistryModel
import Versioning

/// Tells which components a component's package depends on.
struct DependencyReader {
  let places: ComponentPlaces
  /// The tree of the commit.
  let root: ObjectID
  let packages: PackageManifests

  /// The record of the last release tells, as long as the package's manifests are the same: parsing
  /// them takes longer than all the rest of a plan.
  func dependencies(
    of name: ComponentName,
    _ component: Component,
    _ tree: ObjectID,
    since release: Release?,
    in repository: borrowing Repository
  ) -> Result<Set<ComponentName>, OperationError> {
    do throws(OperationError) {
      return .success(
        try unifyingErrors(of: "component '\(name)'") {
          let manifests = try Self.manifests(in: tree, repository)
          guard manifests["Package.swift"] != nil else {
            throw Publication.noPackage(in: component)
          }
          if let release, try Self.released(release, repository) == manifests {
            return Set(release.requires.keys)
          }
          return try read(manifests, of: name, component, repository)
        }
      )
    } catch {
      return .failure(error)
    }
  }

  private static func manifests(
    in tree: ObjectID,
    _ repository: borrowing Repository
  ) throws -> [String: ObjectID] {
    let entries = try repository.entries(of: tree).filter { entry in
      entry.mode.isFile && ManifestFileName(entry.name) != nil
    }
    return Dictionary(entries.map { ($0.name, $0.id) }) { first, _ in first }
  }

  /// Those of the release; nothing where its tree is not here.
  private static func released(
    _ release: Release,
    _ repository: borrowing Repository
  ) throws -> [String: ObjectID]? {
    let tree = release.tree
    return repository.contains(tree) ? try manifests(in: tree, repository) : nil
  }

  private func read(
    _ manifests: [String: ObjectID],
    of name: ComponentName,
    _ component: Component,
    _ repository: borrowing Repository
  ) throws -> Set<ComponentName> {
    var found: Set<ComponentName> = []
    for (fileName, blob) in manifests.sorted(by: { $0.key < $1.key }) {
      let manifest = try packages.file(blob, named: fileName, in: component.path, of: repository)
      for dependency in manifest.dependencies {
        guard case .path(_, let resolved) = dependency.location else { continue }
        let path = try resolved.get()
        guard let other = places.component(at: path) else {
          throw try places.noComponent(at: path, neededBy: name, root: root, in: repository)
        }
        found.insert(other)
      }
    }
    return found
  }
}
