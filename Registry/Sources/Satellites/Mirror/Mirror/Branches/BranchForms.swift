import Base
import Content
import Git
import ManifestEditor
import ManifestForms
import Model
import Releases
import Versions

/// The published form of components that are not released: that of a release, but that components
/// depend on each other's branches.
///
/// The form of a folder depends on nothing but the commit, whose own manifest says what is a
/// component, and is the folder itself where that is not known. Manifests are not run: history has
/// too many of them, and not all were reviewed.
final class BranchForms: SplitForm {
  /// The rules that all forms have in common.
  struct Rules: Sendable {
    let manifestPath: TreePath
    /// The name of the branch in all repositories.
    let branch: String
    let base: String?
    let target: MirrorTarget
  }

  private struct Key: Hashable {
    let folder: TreePath
    let tree: ObjectID
    let surroundings: [ObjectID]
  }

  private let rules: Rules
  private let trees: CommitTrees
  private var known: [Key: ObjectID] = [:]
  private var files: [TreePath: [ObjectID: LocatedManifest]] = [:]

  init(_ rules: Rules) {
    self.rules = rules
    trees = CommitTrees(manifest: rules.manifestPath)
  }

  /// The components of a commit; `nil` if it has no manifest that this version reads.
  func manifest(in root: ObjectID, of repository: borrowing Repository) -> Manifest? {
    try? trees.manifest(in: root, repository)
  }

  func query(_ name: ComponentName, at folder: TreePath) -> PathQuery {
    trees.query(name, at: folder)
  }

  /// The manifest and what it names, and the rules that leave files out.
  func surroundings(
    in root: ObjectID,
    of repository: borrowing Repository
  ) throws(OperationError) -> [ObjectID] {
    guard let manifest = manifest(in: root, of: repository) else { return [] }
    let paths = [rules.manifestPath, TreePath(known: ".gitattributes")] + manifest.rootFiles
    return try paths.map { path throws(OperationError) in
      try repository.entry(at: path, in: root)?.id ?? .emptyTree
    }
  }

  func tree(
    of folder: TreePath,
    _ tree: ObjectID,
    in root: ObjectID,
    of repository: borrowing Repository
  ) throws(OperationError) -> ObjectID {
    let key = Key(
      folder: folder,
      tree: tree,
      surroundings: try surroundings(in: root, of: repository)
    )
    if key.surroundings.isEmpty { return tree }
    if let known = known[key] { return known }
    let form = try unifyingErrors { () throws -> ObjectID in
      try self.form(of: folder, tree, in: root, of: repository).tree
    }
    known[key] = form
    return form
  }

  /// Stores a form, as far as there is one.
  ///
  /// - Returns: Also the first reason why clients cannot build it.
  func form(
    of folder: TreePath,
    _ tree: ObjectID,
    in root: ObjectID,
    of repository: borrowing Repository
  ) throws -> (tree: ObjectID, fault: OperationError?) {
    guard let manifest = manifest(in: root, of: repository),
      let name = manifest.components.first(where: { $0.value.path == folder })?.key,
      manifest.isMirrored(name)
    else { return (tree, nil) }
    let own = ComponentTrees(manifest, at: rules.manifestPath)
    let plan = ReleaseFormPlan(
      folder: folder,
      tree: try own.tree(at: folder, in: root, of: repository) ?? tree,
      root: root,
      of: own,
      rootFiles: manifest.rootFiles
    )
    let draft = try plan.draft(in: repository)
    var fault = draft.fault?.error
    let published = try draft.form.publishedTree(in: repository)
    let dependencies = try BranchDependencies(
      of: name,
      manifest,
      repositories: MirrorRepositories(
        base: rules.base,
        manifest: manifest,
        target: rules.target
      ),
      branch: rules.branch
    )
    var edits: [TreePath: [SourceEdit]] = [:]
    let manifests = ReleaseFormPlan.manifests(among: try repository.entries(of: published))
    for (fileName, blob) in manifests.sorted(by: { $0.key < $1.key }) {
      do {
        let file = try file(blob, named: fileName, in: folder, of: repository)
        let changes = try dependencies.edits(of: file) { path in
          try products(of: path, in: root, of: repository)
        }
        if !changes.isEmpty { edits[try TreePath(fileName)] = changes }
      } catch let error as OperationError
        where error.code.concern == .component || error.code == .noBaseURL
      {
        // Tomorrow this is a commit of the past, which nothing can change any more.
        fault = fault ?? error
      }
    }
    return (try repository.edit(published, files: edits), fault)
  }

  private func file(
    _ blob: ObjectID,
    named fileName: String,
    in folder: TreePath,
    of repository: borrowing Repository
  ) throws -> LocatedManifest {
    let place = folder.appending(try TreePath(fileName))
    if let known = files[place]?[blob] { return known }
    let file = try located(in: folder) {
      try LocatedManifest(
        bytes: repository.blob(blob),
        fileName: fileName,
        packagePath: folder
      )
    }
    files[place, default: [:]][blob] = file
    return file
  }

  /// `nil` if they are not known.
  private func products(
    of folder: TreePath,
    in root: ObjectID,
    of repository: borrowing Repository
  ) throws -> Set<String>? {
    let entry = try repository.entry(at: folder.appending(.packageManifest), in: root)
    guard let entry, entry.mode.isFile else { return nil }
    return try? file(entry.id, named: "Package.swift", in: folder, of: repository).productNames
  }
}

extension Manifest {
  /// Whether a component has a repository of its own.
  func isMirrored(_ name: ComponentName) -> Bool {
    components[name]?.isPrivate == false && kind(of: name) == .public
  }
}

/// The dependencies of a component on branches of others' repositories.
private struct BranchDependencies {
  private let name: ComponentName
  private let manifest: Manifest
  private let repositories: MirrorRepositories
  private let branch: String
  private let names: [TreePath: ComponentName]

  init(
    of name: ComponentName,
    _ manifest: Manifest,
    repositories: MirrorRepositories,
    branch: String
  ) {
    (self.name, self.manifest) = (name, manifest)
    (self.repositories, self.branch) = (repositories, branch)
    names = Dictionary(manifest.components.map { ($1.path, $0) }) { first, _ in first }
  }

  /// - Parameter products: The products of the package in a folder.
  /// - Throws: For a path that no repository has.
  func edits(
    of file: LocatedManifest,
    products: (TreePath) throws -> Set<String>?
  ) throws -> [SourceEdit] {
    var components: [TreePath: PublishedComponent] = [:]
    var required: Set<ComponentName> = []
    for dependency in file.dependencies {
      guard let path = try dependency.place?.get() else { continue }
      guard let other = names[path] else { throw noComponent(path) }
      guard manifest.components[other]?.isPrivate == false else {
        components[path] = PublishedComponent(
          omitting: other.text,
          because: .isPrivate,
          products: try products(path)
        )
        continue
      }
      guard manifest.kind(of: other) == .public else {
        throw OperationError.internalDependency(other, of: name)
      }
      guard repositories.url(of: other) != nil else {
        throw MirrorRepositories.unknownURL(of: other, neededBy: name)
      }
      required.insert(other)
      components[path] = PublishedComponent(
        name: other.text,
        requirement: "branch: \"\(branch)\"",
        products: try products(path)
      )
    }
    if components.isEmpty { return [] }
    let edits = try file.publishedForm(scope: manifest.scope.text, components: components)
    return MirroredEdits(requires: required, repositories: repositories).edits(edits)
  }

  private func noComponent(_ path: TreePath) -> OperationError {
    OperationError(
      .dependencyNoComponent,
      "'\(name)' depends on '\(path)', which is not a component, so no repository has it",
      help: "add it with 'registry add \(path)'"
    )
  }
}
