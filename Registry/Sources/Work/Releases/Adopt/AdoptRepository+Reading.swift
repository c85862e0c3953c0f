package import Base
import Content
import Git
import ManifestEditor
import ManifestForms
package import Model
package import Versions

/// Reading of the newest commit.
extension AdoptRepository {
  /// The packages that are wanted, and those that are listed already.
  func selected(
    from survey: TreeSurvey,
    _ manifest: Manifest,
    _ excluded: FolderPatterns
  ) -> (folders: [TreePath: ObjectID], leftOut: [AdoptionProposal.LeftOut]) {
    let listed = Set(manifest.components.values.map(\.path))
    var folders: [TreePath: ObjectID] = [:]
    var leftOut = survey.sources.map { AdoptionProposal.LeftOut(path: $0, reason: .source) }
    let all = survey.packages.merging(survey.fixtures) { first, _ in first }
    for (path, tree) in all.sorted(by: { $0.key < $1.key }) {
      if listed.contains(path) {
        folders[path] = tree
      } else if !isIncluded(path) || excluded.match(path) {
        leftOut.append(AdoptionProposal.LeftOut(path: path, reason: .excluded))
      } else if survey.fixtures[path] != nil, options.included.isEmpty {
        leftOut.append(AdoptionProposal.LeftOut(path: path, reason: .fixture))
      } else {
        folders[path] = tree
      }
    }
    return (folders, leftOut)
  }

  private func isIncluded(_ path: TreePath) -> Bool {
    options.included.isEmpty || options.included.match(path)
  }

  /// Folders with packages that git ignores, as `/Packages` of an old template has it.
  func ignoredPackages(
    in workspace: borrowing Workspace
  ) throws -> [AdoptionProposal.LeftOut] {
    guard let root = workspace.repository.workingDirectory else { return [] }
    let manifest = TreePath.packageManifest
    let folders = try WorkTree(of: workspace.repository).ignoredFolders().filter { folder in
      // What tools download and build.
      guard !folder.names.contains(where: { $0.hasPrefix(".") || Self.tools.contains($0) }) else {
        return false
      }
      let path = "\(root)/\(folder)"
      let places = [path] + ((try? LocalFile.names(in: path)) ?? []).map { "\(path)/\($0)" }
      return places.contains { LocalFile.kind(at: "\($0)/\(manifest)") == .file }
    }
    return folders.sorted().map { AdoptionProposal.LeftOut(path: $0, reason: .ignored) }
  }

  private static let tools: Set<Substring> = [
    "Carthage", "DerivedData", "Pods", "SourcePackages", "build", "checkouts", "node_modules",
  ]

  func noPackages(
    _ survey: TreeSurvey,
    _ leftOut: [AdoptionProposal.LeftOut]
  ) -> OperationError {
    if let ignored = leftOut.first(where: { $0.reason == .ignored }) {
      return OperationError(
        .noPackages,
        "the newest commit has no package that can be a component, and git ignores the packages in"
          + " '\(ignored.path)'",
        help: ignored.help
      )
    }
    let isRootAlone = Array(survey.packages.keys) == [.root]
    if survey.packages.isEmpty && survey.fixtures.isEmpty {
      return OperationError(
        .noPackages,
        "the newest commit has no 'Package.swift'",
        help: "commit the packages first, or, for a registry that others publish to, choose its"
          + " scope: 'registry init --scope NAME'"
      )
    }
    return OperationError(
      .noPackages,
      isRootAlone
        ? "the only package is at the root of the repository, and has no product"
        : "no package of the repository can be a component",
      help: isRootAlone
        ? "add a library product to it: nothing could use a release of it"
        : "see 'registry init --help' for what is left out, and name packages with '--include'"
    )
  }

  /// The packages with their manifests, which the toolchain runs if they compute and that is allowed.
  ///
  /// - Parameter manifest: Notes what was allowed.
  func packages(
    in folders: [TreePath: ObjectID],
    root: ObjectID,
    _ manifest: inout Manifest,
    in workspace: borrowing Workspace
  ) throws -> [TreePath: SurveyedPackage] {
    func read(_ folders: [TreePath: ObjectID]) throws -> [TreePath: SurveyedPackage] {
      SurveyedPackage.read(
        folders,
        root: root,
        by: try workspace.manifestReading(manifest).reporting(to: context.progress),
        gitDirectory: workspace.repository.gitDirectory
      )
    }
    let packages = try read(folders)
    let computed = packages.values.filter { $0.manifests.contains(where: \.isComputed) }
      .map(\.path).sorted()
    guard !manifest.evaluatesManifests, !computed.isEmpty, options.mayEvaluate(computed) else {
      return packages
    }
    manifest.evaluatesManifests = true
    workspace.allowEvaluation()
    return packages.merging(try read(folders.filter { computed.contains($0.key) })) { $1 }
  }

  func unreadable(_ package: SurveyedPackage) -> OperationError {
    let fault = package.faults.first
    let exclusion = "leave the package out with '--exclude \(package.path)'"
    return OperationError(
      fault?.error.code ?? .noPackage,
      fault?.error.message ?? "the package cannot be read",
      help: [fault?.error.help, exclusion].compactMap(\.self).joined(separator: ", or "),
      context: fault.map { "\($0.place)" } ?? package.path.description
    )
  }

  /// The owner of the place where the repository is shared, or else the name of its folder.
  func proposedScope(
    _ origins: [RepositoryOrigin],
    in repository: borrowing Repository
  ) throws -> ScopeName {
    let folder = repository.workingDirectory?.split(separator: "/").last.map(String.init)
    let texts = [origins.first?.owner, folder].compactMap(\.self)
    for text in texts {
      let clean = ComponentNaming.cleaned(text).replacing("_", with: "-").lowercased()
      if let scope = try? ScopeName(clean) { return scope }
    }
    throw OperationError(
      .noScope,
      "the repository has no remote that names its owner, and its folder's name is not a scope",
      help: "name the scope with '--scope NAME'"
    )
  }

  /// The files of the root that are to be added to releases of components without a licence.
  ///
  /// - Parameter components: The trees of their folders.
  /// - Returns: No paths if each component has a licence, or the root has none.
  func rootFiles(
    for components: [ObjectID],
    root: ObjectID,
    in repository: borrowing Repository
  ) throws -> [TreePath] {
    let files = try repository.entries(of: root).filter(\.mode.isFile)
      .map { TreePath(unchecked: $0.name) }
    guard files.contains(where: \.isLicence) else { return [] }
    var isNeeded = components.isEmpty
    for tree in components where !isNeeded {
      isNeeded = try !repository.entries(of: tree).contains {
        TreePath(unchecked: $0.name).isLicence
      }
    }
    return isNeeded ? files.filter { $0.isLicence || $0.isNotice } : []
  }
}

extension TreePath {
  /// Whether it is what some licences ask to be passed on beside them.
  fileprivate var isNotice: Bool {
    ["notice", "notice.md", "notice.txt"].contains(name.lowercased())
  }
}

extension SurveyedPackage {
  /// The folders of the packages that it depends on.
  var dependencies: Set<TreePath> { Set(pathDependencies.map(\.path)) }

  var executables: [String] {
    guard let manifest else { return [] }
    let products = manifest.products.filter { $0.kind == .executable }.map(\.name)
    let targets = manifest.targets.filter { $0.kind == .executableTarget }.map(\.name)
    // A target of a product is run under the product's name.
    let covered = Set(manifest.products.flatMap(\.targets))
    return Set(products + targets.filter { !covered.contains($0) }).sorted()
  }

  /// Whether it has products that other packages can depend on, as far as its manifest shows.
  var isLibrary: Bool { manifest?.products.contains { $0.kind != .executable } == true }

  /// Whether the package at the root is a component: only a library has products that it computes.
  var isRootComponent: Bool {
    path.isRoot && (isLibrary || manifest != nil && manifest?.productNames == nil)
  }

  /// Whether it is an app, provided that no other package depends on it.
  var isApp: Bool {
    let usesOthers = !executables.isEmpty || !dependencies.isEmpty
    guard path.isRoot else { return usesOthers && !isLibrary }
    return usesOthers || !isRootComponent && manifest?.obstacles.isEmpty == false
  }
}

/// The earlier releases of a repository, as far as tags and the person name them.
package struct AdoptedPast: Sendable {
  /// Tags of one form that name versions which are not recorded.
  package struct Scheme: Hashable, Sendable {
    /// The form of the tags.
    package let pattern: TagPattern
    /// The number of such tags.
    package internal(set) var count: Int
    /// An example, one of the tags.
    package let example: String
  }

  /// A tag from which no release is made, or that names no component.
  package struct RefusedTag: Hashable, Sendable {
    /// The name of the tag, without `refs/tags/`.
    package let tag: String
    /// The component; `nil` if the tag names no existing one.
    package let component: ComponentName?
    /// The reason why it is refused.
    package let error: OperationError
  }

  /// The recognized forms, if none was named.
  package internal(set) var schemes: [Scheme] = []
  /// The number of tags of the requested forms; `nil` if none was requested.
  package internal(set) var matchedTags: Int?
  /// The lowest version first.
  package internal(set) var releases: [ComponentName: [Release]] = [:]
  package internal(set) var refused: [RefusedTag] = []
  /// The versions that components continue from without a release.
  package internal(set) var baselines: [ComponentName: Baseline] = [:]

  var releaseCount: Int { releases.values.reduce(0) { $0 + $1.count } }
}
