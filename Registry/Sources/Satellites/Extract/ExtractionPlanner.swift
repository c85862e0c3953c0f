package import Base
import Content
package import Git
import ManifestEditor
import ManifestForms
package import Model
import Registration
package import Versions

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
      try LocatedManifest(surveying: bytes, packagePath: package.folder)
    }
    var handedOver = change.handedOver
    handedOver.unneeded = manifest.paths(to: change.unneeded)
    let rest = try located(in: package.folder) {
      try manifest.edits(handingOver: handedOver).applied(to: bytes)
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
          try LocatedManifest(surveying: bytes, fileName: name, packagePath: folder)
            .edits(taking: products, of: package.folder, from: unit.folder)
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

/// The new packages one after the other, each as if the ones before were committed.
struct ExtractionSteps {
  private let source: ExtractionRequest.Source
  private let base: WriteBase
  private var files: ExtractionFiles
  /// The units that have left, by their targets.
  private var earlier: [String: Extraction.Unit] = [:]

  init(_ source: ExtractionRequest.Source, on base: WriteBase) {
    (self.source, self.base, files) = (source, base, ExtractionFiles(base))
  }

  /// - Throws: What prevents it; the next one is then worked out without it.
  mutating func take(
    _ unit: Extraction.Unit,
    in workspace: borrowing Workspace
  ) throws -> ExtractionResult {
    try workspace.refuseCollision(of: unit.name, in: base.state)
    var files = files
    let planner = ExtractionPlanner(source: source, earlier: earlier)
    let result = try planner.result(for: unit, &files, in: workspace)
    self.files = files
    for target in unit.targets { earlier[target] = unit }
    return result
  }
}

/// Files of Xcode's that name targets and products, which it knows how to change: schemes, test plans
/// and projects, and what XcodeGen and Tuist make projects from.
struct XcodeFiles {
  /// The tree of the whole commit.
  let root: ObjectID

  private static let kinds = [".pbxproj", ".xcscheme", ".xctestplan"]
  private static let mostNames = 5

  /// A note for those that name what a new package has.
  ///
  /// - Parameter names: Of its targets and products.
  func notes(
    on unit: Extraction.Unit,
    named names: Set<String>,
    in workspace: borrowing Workspace
  ) throws -> [String] {
    let words = names.flatMap { ["\"\($0)\"", "= \($0);", " \($0)\n"] }.map { Array($0.utf8) }
    var found: [TreePath] = []
    for file in try workspace.repository.files(in: root, where: Self.isOfXcode) {
      let bytes = try workspace.repository.unverifiedBlob(file.id)
      if words.contains(where: { bytes.firstRange(of: $0) != nil }) { found.append(file.path) }
    }
    if found.isEmpty { return [] }
    let list = found.map { "'\($0)'" }.shortList(Self.mostNames)
    return [
      "Xcode's files name what is now in '\(unit.folder)': add that package to the project or"
        + " workspace, and check \(list)"
    ]
  }

  private static func isOfXcode(
    _ entry: TreeEntry,
    in repository: borrowing Repository
  ) throws -> Bool {
    if entry.mode.isFile, kinds.contains(where: { entry.name.hasSuffix($0) }) { return true }
    return try TreeSurvey.isGenerator(entry, in: repository)
  }
}

/// The files of the root that name folders by their path: `.gitignore`, `.gitattributes` and the owners
/// of code.
enum MovedRules {
  static let files = [
    ".gitattributes", ".gitignore", "CODEOWNERS", ".github/CODEOWNERS", ".gitlab/CODEOWNERS",
    "docs/CODEOWNERS",
  ].map { TreePath(known: $0) }

  /// The text with the new place of each folder.
  static func text(_ bytes: [UInt8], after moves: [FolderMove]) -> [UInt8] {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return Array(
      lines.map { line(Array($0), after: moves) }.joined(separator: [UInt8(ascii: "\n")])
    )
  }

  private static func line(_ line: [UInt8], after moves: [FolderMove]) -> [UInt8] {
    let start = line.prefix { $0 == UInt8(ascii: "!") || $0 == UInt8(ascii: "/") }.count
    for move in moves {
      let path = Array(move.from.string.utf8)
      // A name alone is one at any depth.
      guard path.contains(UInt8(ascii: "/")) || start > 0 else { continue }
      let rest = line[start...]
      guard rest.starts(with: path) else { continue }
      let next = rest.dropFirst(path.count).first
      let ends = [UInt8(ascii: "/"), UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r")]
      guard next.map({ ends.contains($0) }) ?? true else { continue }
      return line[..<start] + Array(move.to.string.utf8) + rest.dropFirst(path.count)
    }
    return line
  }
}

/// Checks that git treats files at their new places as it did at the old ones.
struct MovedFiles {
  let moves: [PlannedMove]
  /// The files that rules are read from, as they are after the move.
  let rules: [TreePath: [UInt8]]

  func check(in workspace: borrowing Workspace) throws {
    guard !workspace.repository.isBare else { return }
    let tree = try WorkTree(of: workspace.repository)
    try checkIgnored(tree)
    var places: [TreePath: TreePath] = [:]
    for move in moves {
      let listing = try workspace.repository.listing(
        of: move.tree,
        passesOverSubmodules: true,
        checksLinks: false
      )
      for item in listing.items {
        places[move.folder.from.appending(item.path)] = move.folder.to.appending(item.path)
      }
    }
    let before = try tree.attributes(of: places.keys.sorted())
    let after = try tree.withRules(rules, for: []) { try $0.attributes(of: places.values.sorted()) }
    let changed = places.sorted { $0.key < $1.key }.first { before[$0.key] != after[$0.value] }
    guard let changed else { return }
    throw OperationError(
      .rulesOfGit,
      "'\(changed.key)' would lose or gain attributes of git at its new place '\(changed.value)':"
        + " \(Self.words(before[changed.key])) would become \(Self.words(after[changed.value]))",
      help: "write the pattern in '.gitattributes' so that it matches both places, and commit that"
    )
  }

  private static func words(_ attributes: [String]?) -> String {
    (attributes ?? []).isEmpty
      ? "none" : (attributes ?? []).map { "'\($0)'" }.joined(separator: ", ")
  }

  /// A file that git ignores must not become one that the next `git add` takes.
  private func checkIgnored(_ tree: WorkTree) throws {
    let ignored = try tree.ignoredFiles(in: moves.map(\.folder.from))
    guard !ignored.isEmpty else { return }
    let folders = moves.map(\.folder)
    let places = Dictionary(
      ignored.map { path in
        (folders.lazy.map { $0.place(of: path) }.first { $0 != path } ?? path, path)
      },
      uniquingKeysWith: { first, _ in first }
    )
    let untracked = try tree.withRules(rules, for: places.keys.sorted()) {
      try $0.untrackedFiles()
    }
    guard let new = untracked.sorted().first(where: { places[$0] != nil }),
      let old = places[new]
    else { return }
    throw OperationError(
      .rulesOfGit,
      "git ignores '\(old)', and would not ignore it at its new place '\(new)', where it could be"
        + " committed by mistake",
      help: "add '/\(new)' to '.gitignore', and commit that"
    )
  }
}

/// Makes packages of targets, each in a commit of its own.
///
/// All commits are worked out before the first one is written. Documentation/Decisions/extraction.md
/// explains what is checked.
package struct ExtractTargets: Sendable {
  package let request: ExtractionRequest
  package let context: WriteContext

  package init(_ request: ExtractionRequest, context: WriteContext = WriteContext()) {
    (self.request, self.context) = (request, context)
  }

  /// The targets that would move, in the order of the commits.
  package struct Preview: Sendable {
    /// The order of the packages; `nil` if all of them were extracted before.
    package let extraction: Extraction?
    /// The result for each package.
    package let results: [ExtractionResult]
    /// The targets that go along without having been asked for.
    package let closure: [String]
    /// The components that were made before.
    package var existing: [ComponentName: TreePath] = [:]
  }

  /// Works out all commits; nothing is written.
  ///
  /// - Throws: What prevents one of them.
  package func preview(in workspace: borrowing Workspace) throws(OperationError) -> Preview {
    try unifyingErrors {
      let base = try workspace.plannedBase()
      let manifest = base.state.manifest
      let neighbours = try NeighbouringPackages(of: base.tree, manifest, in: workspace)
      let existing = request.extracted(among: neighbours, of: manifest)
      guard existing.isEmpty else {
        return Preview(extraction: nil, results: [], closure: [], existing: existing)
      }
      let source = try request.source(
        of: base,
        beside: neighbours,
        in: workspace,
        progress: context.progress
      )
      let extraction = source.extraction
      try Self.checkClean(extraction, source.package, in: workspace)
      var gone: Set<String> = []
      for unit in extraction.units {
        if let obstacle = source.package.obstacles(of: unit, after: gone).first { throw obstacle }
        gone.formUnion(unit.all)
      }
      var steps = ExtractionSteps(source, on: base)
      let results = try extraction.units.map { try steps.take($0, in: workspace) }
      let asked = Set(request.targets)
      return Preview(
        extraction: extraction,
        results: results,
        closure: extraction.units.flatMap(\.targets).filter { !asked.contains($0) }
      )
    }
  }

  /// Makes the commits of a preview one after the other.
  ///
  /// - Parameter finished: Called with each result.
  package func run(
    _ preview: Preview,
    in workspace: borrowing Workspace,
    finished: (ExtractionResult) throws -> Void
  ) throws {
    for unit in preview.extraction?.units ?? [] {
      let step = ExtractPackage(unit: unit, request: request, context: context)
      try finished(step.run(in: workspace))
    }
  }

  /// Throws if files that move, or that are rewritten, have changes: later commits would meet them.
  private static func checkClean(
    _ extraction: Extraction,
    _ package: SplitPackage,
    in workspace: borrowing Workspace
  ) throws {
    guard !workspace.repository.isBare else { return }
    let folders = extraction.units.flatMap(\.all).sorted().compactMap {
      package.targets[$0]?.place?.folder
    }
    let files = [package.folder.appending(.packageManifest), workspace.manifestPath]
    let changed = try WorkTree(of: workspace.repository).status(of: folders + files)
      .filter { $0.unstaged != .untracked || $0.staged != nil }
    guard let first = changed.first else { return }
    throw OperationError(
      .uncommittedChanges,
      "'\(first.path)' has uncommitted changes"
        + (changed.count > 1 ? ", and so have \(changed.count - 1) other files" : ""),
      help: "commit or undo them first: the extraction moves or rewrites these files"
    )
  }
}

/// The extraction of one package, in one commit.
package struct ExtractPackage: WritingOperation {
  let unit: Extraction.Unit
  let request: ExtractionRequest
  package let context: WriteContext

  package var task: String { "registry extract \(unit.name)" }
  /// Whether planning takes long: it runs manifests.
  package var takesLong: Bool { true }

  package func plan(
    _ base: WriteBase,
    in workspace: borrowing Workspace
  ) throws -> ExtractionResult {
    var request = request
    request.targets = unit.targets
    let source = try request.source(of: base, in: workspace, progress: context.progress)
    if let obstacle = source.package.obstacles(of: unit, after: []).first { throw obstacle }
    var files = ExtractionFiles(base)
    return try ExtractionPlanner(source: source, earlier: [:])
      .result(for: unit, &files, in: workspace)
  }
}

/// A package that was made of targets, or would be.
package struct ExtractionResult: WritingResult {
  package let unit: Extraction.Unit
  /// The component as the manifest lists it.
  package let component: Component
  /// The folders of targets that move with the commit.
  package let moves: [FolderMove]
  /// Notes that require no action.
  package let notes: [String]
  package let plan: WritePlan?
  package var commit: ObjectID?
}
