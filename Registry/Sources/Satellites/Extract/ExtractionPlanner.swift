import Base
import Content
import Git
import ManifestEditor
import Model
import Registration
import Versions

/// The files of a commit, with those that steps before have changed.
struct ExtractionFiles {
  let tree: ObjectID
  var document: ManifestDocument
  private(set) var changed: [TreePath: [UInt8]] = [:]

  init(_ base: WriteBase) {
    (tree, document) = (base.tree, base.state.document)
  }

  func content(of path: TreePath, in workspace: borrowing Workspace) throws -> [UInt8]? {
    if let bytes = changed[path] { return bytes }
    return try workspace.content(of: path, in: tree)
  }

  mutating func take(_ files: [PlannedFile]) {
    for file in files { changed[file.path] = file.new }
  }
}

/// Works out what one new package changes: the folders that move, and the files that are written.
struct ExtractionPlanner {
  let source: ExtractionRequest.Source
  /// The units that have left before, by their targets.
  let earlier: [String: Extraction.Unit]

  private var package: SplitPackage { source.package }

  func result(
    for unit: Extraction.Unit,
    _ files: inout ExtractionFiles,
    in workspace: borrowing Workspace
  ) throws -> ExtractionResult {
    let reading = source.reading
    let manifestPath = package.folder.appending(.packageManifest)
    guard let bytes = try files.content(of: manifestPath, in: workspace) else {
      throw OperationError.noManifestFile(in: package.folder)
    }
    let old = try PackageDump(bytes, of: package.folder, by: reading)
    let change = PackageChange(unit, of: package, earlier, old, files.document.manifest)
    let manifest = try located(in: package.folder) {
      try PackageManifestFile(surveying: bytes, packagePath: package.folder)
    }
    let handedOver = change.handedOver
    let rest = try located(in: package.folder) {
      try manifest.edits(of: package.folder, handingOver: handedOver).applied(to: bytes)
    }
    try change.check(old: try PackageDump(rest, of: package.folder, by: reading))
    let new = Array(try change.newManifest().text().utf8)
    try change.check(new: try PackageDump(new, of: unit.folder, by: reading))

    let moves = try self.moves(of: unit)
    var written = [
      PlannedFile(path: manifestPath, old: bytes, new: rest),
      PlannedFile(path: unit.folder.appending(.packageManifest), old: nil, new: new),
    ]
    written += try neighbours(taking: change.movedProducts, unit, files, in: workspace)
    for path in MovedRules.files {
      guard let bytes = try files.content(of: path, in: workspace) else { continue }
      let new = MovedRules.text(bytes, after: moves.map(\.folder))
      if new != bytes { written.append(PlannedFile(path: path, old: bytes, new: new)) }
    }
    var component = Component(path: unit.folder, isPrivate: unit.isPrivate)
    component.layer = try source.layer ?? fittingLayer(change, files.document.manifest)
    try workspace.checkIsFree(unit.folder, in: files.tree)
    let document = try files.document.registering(component, named: unit.name)
    written.append(
      PlannedFile(
        path: workspace.manifestPath,
        old: Array(files.document.text.utf8),
        new: Array(document.text.utf8)
      )
    )
    files.document = document
    files.take(written)
    try checkRules(moves, files, in: workspace)
    let xcode = try XcodeFiles(root: package.root).notes(
      on: unit,
      named: unit.all.union(package.products(of: unit.all)),
      in: workspace
    )
    return ExtractionResult(
      unit: unit,
      component: component,
      moves: moves.map(\.folder),
      notes: change.notes + xcode + (try workspace.notes(onIgnored: unit.folder)),
      plan: WritePlan(
        .commit(
          files: written,
          message: "Extract \(Self.words(for: unit.targets)) into the package \(unit.folder)\n",
          tags: []
        ),
        reason: "registry: extract \(unit.name)",
        reliesOn: moves.map(\.tree),
        moves: moves
      )
    )
  }

  private static func words(for targets: [String]) -> String {
    switch targets.count {
    case 1: "the target \(targets[0])"
    case 2: "the targets \(targets[0]) and \(targets[1])"
    default: "\(targets.count) targets"
    }
  }

  /// Throws if git would treat files at their new places differently.
  private func checkRules(
    _ moves: [PlannedMove],
    _ files: ExtractionFiles,
    in workspace: borrowing Workspace
  ) throws {
    var rules: [TreePath: [UInt8]] = [:]
    let folders = moves.map(\.folder)
    let committed = try workspace.repository.files(in: files.tree) { entry, _ in
      entry.mode.isFile && [".gitattributes", ".gitignore"].contains(entry.name)
    }
    for file in committed {
      let place = folders.lazy.map { $0.place(of: file.path) }.first { $0 != file.path }
      rules[place ?? file.path] = try workspace.repository.blob(file.id)
    }
    for path in MovedRules.files.prefix(2) {
      if let bytes = try files.content(of: path, in: workspace) { rules[path] = bytes }
    }
    try MovedFiles(moves: moves, rules: rules).check(in: workspace)
  }

  private func moves(of unit: Extraction.Unit) throws -> [PlannedMove] {
    unit.all.sorted().compactMap { name in
      guard let target = package.targets[name], let place = target.place else { return nil }
      let part =
        switch target.target.kind {
        case .testTarget: "Tests/\(name)"
        case .plugin: "Plugins/\(name)"
        case .binaryTarget: String(place.folder.name)
        default: "Sources/\(name)"
        }
      let to = unit.folder.appending(TreePath(unchecked: part))
      return PlannedMove(FolderMove(from: place.folder, to: to), tree: place.tree)
    }
  }

  /// The manifests of packages that use products which are now in the new package.
  private func neighbours(
    taking products: Set<String>,
    _ unit: Extraction.Unit,
    _ files: ExtractionFiles,
    in workspace: borrowing Workspace
  ) throws -> [PlannedFile] {
    var written: [PlannedFile] = []
    for (folder, neighbour) in package.neighbours.manifests.sorted(by: { $0.key < $1.key })
    where folder != package.folder && neighbour.pathDependencies.contains(package.folder) {
      for name in try workspace.repository.manifestNames(in: folder, of: files.tree) {
        let path = folder.appending(TreePath(unchecked: name))
        guard let bytes = try files.content(of: path, in: workspace) else { continue }
        let edits = try located(in: folder) {
          try PackageManifestFile(surveying: bytes, fileName: name, packagePath: folder)
            .edits(of: folder, taking: products, of: package.folder, from: unit.folder)
        }
        if edits.isEmpty { continue }
        written.append(PlannedFile(path: path, old: bytes, new: try edits.applied(to: bytes)))
      }
    }
    return written
  }

  /// The lowest layer that may use all components that the new one depends on; `nil` without layers.
  private func fittingLayer(_ change: PackageChange, _ manifest: Manifest) throws -> LayerName? {
    let used = manifest.components.values.filter { change.folders.contains($0.path) }
      .compactMap(\.layer)
    let layers = manifest.layers.sorted {
      ($0.value.mayUse.count, $0.key) < ($1.value.mayUse.count, $1.key)
    }
    return layers.first { Set(used).isSubset(of: $0.value.mayUse) }?.key
  }
}
