import Base
import Checks
import Content
import Git
import ManifestEditor
import ManifestForms
import Model
import Versions

/// The recorded dependencies of a release: the requirements, and the edits that put them into its
/// published form.
struct Publication {
  let requires: [ComponentName: VersionRequirement]
  let edits: [TreePath: [SourceEdit]]
  let rewriting: ManifestRewriting
  let kind: ReleaseKind

  /// The requirements by URL that do not count yet.
  enum UnknownRequirements: Sendable {
    case none
    /// The requirements on components of the same fixed group, whose version is not known.
    case ofGroup
    /// All: a version file writes them.
    case all

    func contains(_ other: ComponentName, of name: ComponentName, _ base: ReleaseBase) -> Bool {
      switch self {
      case .none: false
      case .ofGroup: base.areReleasedTogether(name, other)
      case .all: true
      }
    }
  }

  /// Reads the manifests of a component's folder from the branch.
  ///
  /// Dependencies on private components that only tests need are left out, too.
  ///
  /// - Parameters:
  ///   - leftOut: The components that only tests need, and that need the component in turn.
  ///   - allowsPrereleases: Whether it may require a pre-release that the manifest does not name, as
  ///     only a pre-release may.
  /// - Throws: For what SwiftPM refuses in a versioned dependency, if it is published; for a path dependency on a
  ///   package that is not a component, unless it is internal and the package in a submodule, or on a component that was never released or has unreleased
  ///   changes; and for a requirement that no release meets, or only a pre-release that was not
  ///   requested.
  init(
    of name: ComponentName,
    _ component: Component,
    leavingOut leftOut: Set<ComponentName>,
    allowsPrereleases: Bool,
    ignoring unknown: UnknownRequirements = .none,
    listing: TreeListing,
    base: ReleaseBase,
    in workspace: borrowing Workspace
  ) throws {
    let files = try Self.manifests(
      in: component.path,
      listing,
      base,
      workspace.repository
    )
    guard files.contains(where: { $0.fileName == "Package.swift" }) else {
      throw OperationError.noManifestFile(in: component.path)
    }
    kind = base.state.manifest.kind(of: component)
    for file in files where kind == .public {
      if let refusal = file.refusals.first { try located(in: component.path) { throw refusal } }
    }
    let repositories = try RepositoryDependencies(
      of: name,
      component,
      files,
      leavingOut: leftOut,
      allowsPrereleases: allowsPrereleases,
      ignoring: unknown,
      base: base,
      in: workspace
    )
    var requires = repositories.requires
    var published: [TreePath: PublishedComponent] = [:]
    for path in try Set(files.flatMap { try Self.pathDependencies(of: $0) }).sorted() {
      if kind == .internal,
        try workspace.repository.submodule(holding: path, in: base.tree) != nil
      {
        // An app has it at the commit that its own commit names.
        published[path] = PublishedComponent(
          name: String(path.name),
          requirement: "",
          products: nil
        )
        continue
      }
      let dependency = try Self.component(at: path, of: name, base, workspace.repository)
      let refusal = base.layers.refusal(
        of: dependency.name,
        usedBy: name,
        file: base.state.document.file
      )
      if let refusal { throw refusal.of(Self.place(of: path, in: files, component.path)) }
      let products = try Self.products(of: dependency.component, base, workspace.repository)
      if dependency.component.isPrivate || leftOut.contains(dependency.name) {
        published[path] = PublishedComponent(
          omitting: dependency.name.text,
          because: dependency.component.isPrivate ? .isPrivate : .cycle,
          products: products
        )
        continue
      }
      if kind == .public {
        let place = Self.place(of: path, in: files, component.path)
        try Self.refuseInternal(dependency.name, neededBy: name, in: base.state, at: place)
      }
      // Where a condition chooses between its folder and its repository, the one that is written.
      let requirement =
        try requires[dependency.name]
        ?? Self.requirement(
          of: name,
          component,
          allowsPrereleases: allowsPrereleases,
          dependency,
          base,
          workspace
        )
      requires[dependency.name] = requirement
      published[path] = PublishedComponent(
        name: dependency.name.text,
        requirement: requirement.swiftArguments,
        products: products
      )
    }
    rewriting = ManifestRewriting(
      files: files,
      folder: component.path,
      published: published,
      repositories: repositories.published,
      scope: base.state.manifest.scope,
      reading: base.reading
    )
    switch kind {
    case .public: edits = try rewriting.edits()
    case .internal:
      // What only tests need of these is cut for builds without them.
      let all = [published.values.map(\.self), repositories.published.values.map(\.self)]
      edits = try all.joined().contains(where: \.isOmitted) ? rewriting.edits().cuts : [:]
    }
    // Each requirement can be met, but perhaps not all of them together.
    _ = try ReleasedDependencies(component: name, requires: requires, state: base.state)
      .releases(.newest, in: workspace)
    self.requires = requires
  }

  /// Where a manifest says that the component depends on the package at `path`.
  private static func place(
    of path: TreePath,
    in files: [LocatedManifest],
    _ folder: TreePath
  ) -> String {
    for file in files {
      for dependency in file.dependencies where dependency.folder == path {
        return "\(folder.isRoot ? "" : "\(folder)/")\(file.fileName):\(dependency.position)"
      }
    }
    return folder.description
  }

  private static func component(
    at path: TreePath,
    of dependent: ComponentName,
    _ base: ReleaseBase,
    _ repository: borrowing Repository
  ) throws -> (name: ComponentName, component: Component) {
    let places = base.places
    guard let name = places.component(at: path) else {
      throw try places.noComponent(at: path, neededBy: dependent, root: base.tree, in: repository)
    }
    return try base.state.manifest.component(named: name.text)
  }

  static func requirement(
    of name: ComponentName,
    _ component: Component,
    allowsPrereleases: Bool,
    _ dependency: (name: ComponentName, component: Component),
    _ base: ReleaseBase,
    _ workspace: borrowing Workspace,
    isWrittenAt place: String? = nil
  ) throws -> VersionRequirement {
    let log = try workspace.log(of: dependency.name, in: base.state)
    let command = ReleaseAdvice(base.state.manifest).command(releasing: dependency.name)
    guard let current = log.currentRelease else {
      throw OperationError(
        .dependencyUnreleased,
        "'\(name)' depends on '\(dependency.name)', which was never released",
        help: "release it first: '\(command)'"
      )
    }
    let path = dependency.component.path
    let tree = try base.tree(at: path, of: workspace.repository)
    let isReleased = try tree.map { tree in
      try log.newestReleases.contains { release in
        try base.forms.matches(release, tree, at: path, in: workspace.repository)
      }
    }
    guard isReleased == true else {
      throw OperationError(
        .dependencyUnreleased,
        "'\(name)' depends on '\(dependency.name)', which has changes since \(current.version) that"
          + " are not released",
        help: "release it first: '\(command)'"
      )
    }
    guard let available = log.greatestAvailable else {
      throw withdrawn(dependency.name, neededBy: name)
    }
    guard !available.isInternal || base.state.manifest.kind(of: component) == .internal else {
      throw unpublished(available.version, of: dependency.name, neededBy: name, command)
    }
    guard let recorded = component.requires[dependency.name] else {
      guard allowsPrereleases || !available.version.isPrerelease else {
        throw prerelease(available.version, of: dependency.name, requiredBy: name)
      }
      return base.state.manifest.requirementStyle.requirement(on: available.version)
    }
    guard recorded.contains(available.version) else {
      // A record names a commit before its own.
      let isPlanned = available.source == base.tip
      let change =
        place.map { "change the requirement \($0)" }
        ?? "change \"requires\" of '\(name)' in '\(base.state.document.file)'"
      let advice = ReleaseAdvice(base.state.manifest)
      let release =
        try isPlanned
        ? advice.command(
          releasing: dependency.name,
          meeting: recorded,
          // Without what is planned.
          in: base.state.replacing(base.state.document),
          in: workspace
        ) : nil
      throw OperationError(
        .requirementUnmet,
        "'\(name)' requires '\(dependency.name)' \(recorded), which its"
          + " \(isPlanned ? "next" : "current") release '\(available.version)' does not meet",
        help: release.map { release in
          log.releases.count > 1
            ? "\(change), or release a version that meets it: '\(release)'"
            : "release a version that meets it, '\(release)', or \(change)"
        } ?? change
      )
    }
    return recorded
  }
}

/// Reading of packages' manifests, as far as a release needs it.
extension Publication {
  /// - Parameter folder: The package's, from the root of the repository.
  static func manifests(
    in folder: TreePath,
    _ listing: TreeListing,
    _ base: ReleaseBase,
    _ repository: borrowing Repository
  ) throws -> [LocatedManifest] {
    var files: [LocatedManifest] = []
    for item in listing.items where item.mode.isFile {
      let name = item.path.string
      guard ManifestFileName(name) != nil else { continue }
      files.append(try base.manifest(item.id, named: name, in: folder, of: repository))
    }
    return files
  }

  static func pathDependencies(of file: LocatedManifest) throws -> [TreePath] {
    try file.dependencies.compactMap { try $0.place?.get() }
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

extension Publication {
  /// - Parameter place: Where the dependent's manifest says that it depends on it.
  static func refuseInternal(
    _ dependency: ComponentName,
    neededBy dependent: ComponentName,
    in state: RegistryState,
    at place: String
  ) throws(OperationError) {
    guard state.manifest.kind(of: dependency) == .internal else { return }
    throw .internalDependency(dependency, of: dependent).of(place)
  }

  static func unpublished(
    _ version: SemanticVersion,
    of dependency: ComponentName,
    neededBy dependent: ComponentName,
    _ command: String
  ) -> OperationError {
    OperationError(
      .dependencyUnreleased,
      "'\(dependent)' is published, and depends on '\(dependency)', whose release '\(version)' is"
        + " internal",
      help: "make its first published release: '\(command)'"
    )
  }

  static func withdrawn(
    _ dependency: ComponentName,
    neededBy dependent: ComponentName
  ) -> OperationError {
    OperationError(
      .dependencyUnreleased,
      "'\(dependent)' depends on '\(dependency)', whose releases are all withdrawn",
      help: "fix the cause, and release '\(dependency)' again first"
    )
  }

  static func prerelease(
    _ version: SemanticVersion,
    of dependency: ComponentName,
    requiredBy dependent: ComponentName
  ) -> OperationError {
    OperationError(
      .dependencyUnreleased,
      "'\(dependent)' depends on '\(dependency)', whose committed state is released only as the"
        + " pre-release '\(version)'",
      help:
        "release '\(dependency)' first, or make this a pre-release too; to require '\(version)'"
        + " anyway, add it under \"requires\" of '\(dependent)' in the manifest"
    )
  }
}

/// Replaces paths by requirements on releases, in the manifests of a package.
struct ManifestRewriting: Sendable {
  let files: [LocatedManifest]
  /// The package's, from the root of the repository.
  let folder: TreePath
  /// The components by the folder that a path leads to.
  let published: [TreePath: PublishedComponent]
  /// The components by the URL of their own repositories, as the manifest writes it.
  var repositories: [String: PublishedComponent] = [:]
  let scope: ScopeName
  let reading: ManifestReading

  /// Returns the edits of each manifest that changes, by its name.
  func edits() throws -> [TreePath: [SourceEdit]] {
    var edits: [TreePath: [SourceEdit]] = [:]
    for file in files {
      let changes = try located(in: folder) {
        try file.publishedForm(
          scope: scope.text,
          components: published,
          repositories: repositories
        )
      }
      guard !changes.isEmpty else { continue }
      edits[try TreePath(file.fileName)] = changes
    }
    return edits
  }

  /// Checks that the edited manifests can be read, before the edits are recorded for ever.
  func verify() throws {
    for file in files {
      try located(in: folder) {
        try file.verifyPublishedForm(
          scope: scope.text,
          components: published,
          repositories: repositories
        ) { bytes throws(OperationError) in
          try reading.evaluate(bytes, in: folder)
        }
      }
    }
  }
}

/// The manifests of packages, each read once: those that depend on a package look into it too, and
/// parsing takes longer than all the rest of a plan.
final class PackageManifests: Sendable {
  private struct Key: Hashable {
    let blob: ObjectID
    let fileName: String
    let folder: TreePath
    let isEvaluated: Bool
  }

  private let known = Remembered<Key, LocatedManifest>()

  /// - Parameter folder: The package's, from the root of the repository.
  func file(
    _ blob: ObjectID,
    named fileName: String,
    in folder: TreePath,
    by reading: ManifestReading,
    of repository: borrowing Repository
  ) throws -> LocatedManifest {
    let key = Key(
      blob: blob,
      fileName: fileName,
      folder: folder,
      isEvaluated: reading.evaluates
    )
    return try known.answer(key) {
      try located(in: folder) {
        try reading.file(repository.blob(blob), named: fileName, in: folder)
      }
    }
  }
}
