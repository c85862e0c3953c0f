import Base
package import Git
package import ManifestEditor
package import ManifestForms
package import Model

/// A package of a commit, with its manifests as far as they can be read.
package struct SurveyedPackage: Sendable {
  /// The folder of the package, from the root of the repository.
  package let path: TreePath
  /// The tree of the folder; for a component at the root, the tree of its own files.
  package var tree: ObjectID
  /// The manifests, `Package.swift` first.
  package let manifests: [LocatedManifest]
  /// The faults of manifests that could not be read.
  package let faults: [PackageFinding]
  /// The uses of what the package manager refuses in a package that others depend on by version.
  package let refusals: [PackageFinding]

  /// `Package.swift`, where it could be read.
  package var manifest: LocatedManifest? {
    manifests.first { $0.fileName == TreePath.packageManifest.string }
  }

  /// Whether it declares nothing at all, as manifests do that only hide a folder from Xcode.
  package var isEmpty: Bool {
    guard let manifest, manifests.count == 1 else { return false }
    return manifest.declaresNothing
  }

  /// The dependencies by path, in the order of the text, each place once.
  package var pathDependencies: [(path: TreePath, file: TreePath, position: SourcePosition)] {
    manifests.flatMap { manifest in
      manifest.dependencies.compactMap { dependency in
        dependency.folder.map { ($0, file(manifest.fileName), dependency.position) }
      }
    }
  }

  func file(_ name: String) -> TreePath {
    (try? TreePath(name)).map(path.appending) ?? path
  }
}

extension SurveyedPackage {
  /// Reads packages on all processors.
  ///
  /// - Parameter root: The tree of the whole commit.
  package static func read(
    _ folders: [TreePath: ObjectID],
    root: ObjectID,
    by reading: ManifestReading,
    gitDirectory: String
  ) -> [TreePath: SurveyedPackage] {
    var packages = read(
      folders.sorted { $0.key < $1.key },
      root: root,
      by: reading.evaluates ? .parsing : reading,
      gitDirectory
    )
    guard reading.evaluates else { return packages }
    // Their number is known before the first is run, which takes a thousand times as long.
    let computed = packages.filter { $0.value.manifests.contains(where: \.isComputed) }
    let count = computed.values.flatMap(\.manifests).count(where: \.isComputed)
    packages.merge(
      read(
        folders.filter { computed[$0.key] != nil }.sorted { $0.key < $1.key },
        root: root,
        by: reading.counting(to: count),
        gitDirectory
      )
    ) { $1 }
    return packages
  }

  private static func read(
    _ sorted: [(key: TreePath, value: ObjectID)],
    root: ObjectID,
    by reading: ManifestReading,
    _ gitDirectory: String
  ) -> [TreePath: SurveyedPackage] {
    let read = sorted.concurrentMap(reading: gitDirectory) { folder, repository in
      try SurveyedPackage(folder.key, folder.value, root: root, by: reading, in: repository)
    }
    var packages: [TreePath: SurveyedPackage] = [:]
    for (folder, result) in zip(sorted, read) {
      switch result {
      case .success(let package): packages[folder.key] = package
      case .failure(let error):
        packages[folder.key] = SurveyedPackage(
          path: folder.key,
          tree: folder.value,
          manifests: [],
          faults: [PackageFinding(error, in: folder.key)],
          refusals: []
        )
      }
    }
    return packages
  }

  private init(
    _ path: TreePath,
    _ tree: ObjectID,
    root: ObjectID,
    by reading: ManifestReading,
    in repository: borrowing Repository
  ) throws {
    // The whole folder has the manifests of its component as well, whose tree may not be stored.
    let folder = try repository.tree(at: path, in: root) ?? tree
    let blobs = try ReleaseFormPlan(folder: path, tree: folder, root: root, rootFiles: [])
      .manifests(in: repository)
    var manifests: [LocatedManifest] = []
    var (faults, refusals): ([PackageFinding], [PackageFinding]) = ([], [])
    if blobs[TreePath.packageManifest.string] == nil {
      faults.append(PackageFinding(OperationError.noManifestFile(in: path), in: path))
    }
    // The plain name sorts before those for certain versions of Swift.
    for (name, blob) in blobs.sorted(by: { $0.key < $1.key }) {
      let bytes = try repository.blob(blob)
      do throws(OperationError) {
        let manifest = try reading.survey(bytes, named: name, in: path)
        manifests.append(manifest)
        faults += manifest.obstacles.map { PackageFinding(inManifest: $0, in: path) }
        refusals += manifest.refusals.map { PackageFinding(inManifest: $0, in: path) }
      } catch {
        faults.append(PackageFinding(inManifest: error, in: path))
      }
    }
    (self.path, self.tree, self.manifests) = (path, tree, manifests)
    (self.faults, self.refusals) = (faults, refusals)
  }
}
