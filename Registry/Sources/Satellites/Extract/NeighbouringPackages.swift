import Base
import Content
import Git
import ManifestEditor
import Model

/// The other packages of the repository.
struct NeighbouringPackages: Sendable {
  struct Product: Sendable {
    let name: String
    let folder: TreePath
  }

  /// Their manifests, as far as the text tells; those that cannot be read are left out.
  private(set) var manifests: [TreePath: PackageManifestFile] = [:]
  /// The products of the components, by the modules in them.
  private(set) var modules: [String: Product] = [:]

  init(
    of root: ObjectID,
    _ manifest: Manifest,
    in workspace: borrowing Workspace
  ) throws {
    let survey = try TreeSurvey(of: root, in: workspace)
    let components = Set(manifest.components.values.map(\.path))
    let folders = Set(survey.packages.keys).union(survey.fixtures.keys).union(components).sorted()
    let read = folders.concurrentMap(reading: workspace.repository.gitDirectory) {
      folder,
      repository -> PackageManifestFile? in
      let path = folder.appending(.packageManifest)
      guard let entry = try repository.entry(at: path, in: root), entry.mode.isFile else {
        return nil
      }
      let bytes = try repository.unverifiedBlob(entry.id)
      return try located(in: folder) { () throws(OperationError) in
        try PackageManifestFile(surveying: bytes, packagePath: folder)
      }
    }
    for (folder, result) in zip(folders, read) { manifests[folder] = try? result.get() }
    for folder in components.sorted() {
      for product in manifests[folder]?.products ?? [] {
        for target in product.targets {
          modules[SplitTarget.module(target)] = Product(name: product.name, folder: folder)
        }
      }
    }
  }

  /// Whether a package depends on another one by path, through others too.
  func reaches(
    _ target: TreePath,
    from start: TreePath,
    besides edges: [TreePath: Set<TreePath>]
  ) -> Bool {
    var open = [start]
    var seen: Set = [start]
    while let folder = open.popLast() {
      if folder == target { return true }
      let next = (edges[folder] ?? []).union(manifests[folder]?.pathDependencies ?? [])
      open += next.filter { seen.insert($0).inserted }
    }
    return false
  }
}
