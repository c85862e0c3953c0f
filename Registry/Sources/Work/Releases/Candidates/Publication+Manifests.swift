import Content
import Git
import ManifestEditor
import Model

/// What the manifests of packages say, as far as a release needs it.
extension Publication {
  /// - Parameter folder: The package's, from the root of the repository.
  static func manifests(
    in folder: TreePath,
    _ listing: TreeListing,
    _ base: ReleaseBase,
    _ repository: borrowing Repository
  ) throws -> [PackageManifestFile] {
    var files: [PackageManifestFile] = []
    for item in listing.items where item.mode.isFile {
      let name = item.path.string
      guard ManifestFileName(name) != nil else { continue }
      files.append(try base.manifest(item.id, named: name, in: folder, of: repository))
    }
    return files
  }

  static func pathDependencies(of file: PackageManifestFile) throws -> [TreePath] {
    try file.dependencies.compactMap { dependency in
      guard case .path(_, let resolved) = dependency.location else { return nil }
      return try resolved.get()
    }
  }

  static func products(
    of component: Component,
    _ base: ReleaseBase,
    _ repository: borrowing Repository
  ) throws -> Set<String>? {
    let path = component.path.appending(.packageManifest)
    guard let entry = try repository.entry(at: path, in: base.tree), entry.mode.isFile else {
      return nil
    }
    let file = try base.manifest(
      entry.id,
      named: "Package.swift",
      in: component.path,
      of: repository
    )
    return file.productNames
  }
}
