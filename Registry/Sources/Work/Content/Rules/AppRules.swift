package import Base
package import Git
import ManifestEditor
import ManifestForms
package import Model

/// Checks what apps are built from: their folders, what their packages depend on by path, and the
/// commit, all of which is checked out.
///
/// A manifest can have dependencies that only some environments use, so that one on a package that
/// the commit does not have is a warning.
package struct AppRules {
  private let document: ManifestDocument
  private let manifestPath: TreePath
  /// The tree of the whole commit.
  private let root: ObjectID

  package init(_ document: ManifestDocument, at manifestPath: TreePath, root: ObjectID) {
    (self.document, self.manifestPath, self.root) = (document, manifestPath, root)
  }

  /// - Parameter packages: By their folders; an app that is no Swift package has none.
  package func findings(
    _ packages: [TreePath: SurveyedPackage],
    in repository: borrowing Repository
  ) throws -> [PackageFinding] {
    let apps = document.manifest.apps.sorted { $0.key < $1.key }
    guard !apps.isEmpty else { return [] }
    var findings: [PackageFinding] = []
    for (name, app) in apps {
      if try repository.entry(at: app.path, in: root)?.mode != .tree {
        let error = Self.noFolder(name, app)
        findings.append(
          PackageFinding(error, in: manifestPath, line: document.line(of: name))
        )
      } else if let package = packages[app.path] {
        findings += try dependencyFindings(name, app, package, in: repository)
      }
    }
    return try findings + commitFindings(packages, in: repository)
  }

  /// Returns what no git checks out, outside of components: those are looked at as releases.
  private func commitFindings(
    _ packages: [TreePath: SurveyedPackage],
    in repository: borrowing Repository
  ) throws -> [PackageFinding] {
    let components = Set(document.manifest.components.values.map(\.path))
      .filter { packages[$0] != nil }
    // A component at the root has what no other one has.
    if components.contains(.root) { return [] }
    let outermost = components.filter { path in !path.ancestors.contains(where: components.contains)
    }
    let removed = Dictionary(outermost.map { ($0, TreeEdit.remove) }) { first, _ in first }
    do {
      _ = try repository.listing(
        of: root,
        passesOverSubmodules: true,
        editing: removed,
        sealed: []
      )
      return []
    } catch {
      return [PackageFinding(OperationError(error), in: .root)]
    }
  }

  /// The reason why an app without a folder cannot be built.
  package static func noFolder(_ name: AppName, _ app: App) -> OperationError {
    OperationError(
      .notAFolder,
      "'\(name)' is built from the folder '\(app.path)', which is not committed",
      help: "commit it, or correct the app's path in the manifest"
    )
  }

  private func dependencyFindings(
    _ name: AppName,
    _ app: App,
    _ package: SurveyedPackage,
    in repository: borrowing Repository
  ) throws -> [PackageFinding] {
    guard package.manifest != nil else {
      // Beside an Xcode project, a manifest is not what the app is built from.
      let isProject = try repository.entries(of: package.tree)
        .contains { $0.name.hasSuffix(TreeSurvey.projectExtension) }
      return isProject ? [] : Array(package.faults.prefix(1))
    }
    var findings: [PackageFinding] = []
    for manifest in package.manifests {
      for dependency in manifest.dependencies {
        guard case .path(let written) = dependency.location, let target = dependency.place else {
          continue
        }
        let reason: String
        var help =
          "builds from pins contain only what is committed: commit that package to this"
          + " repository, or depend on a version of it by URL"
        switch target {
        case .success(let path):
          let isLocal = app.localFiles.contains { path == $0 || path.isInside($0) }
          guard !isLocal, let absence = try absence(of: path, in: repository) else { continue }
          reason = absence
          if try repository.submodule(holding: path, in: root) != nil {
            help = "get it with 'git submodule update --init --recursive'"
          }
        case .failure(let error):
          guard error.code == .outsideRepository else { continue }
          reason = "which is outside of the repository"
        }
        let error = OperationError(
          .appDependency,
          "'\(name)' depends on the package at '\(written)', \(reason)",
          help: help
        )
        let place = PackageFinding.Place(package.file(manifest.fileName), dependency.position)
        findings.append(PackageFinding(error, at: place))
      }
    }
    return findings
  }

  private func root(
    ofSubmodule path: TreePath,
    in repository: borrowing Repository
  ) throws -> ObjectID? {
    try repository.entry(at: path, in: root).flatMap { try repository.files(ofSubmodule: $0.id) }
  }

  /// Why the commit does not have a folder; `nil` where it has, or a link may lead to it.
  private func absence(of path: TreePath, in repository: borrowing Repository) throws -> String? {
    guard let (place, mode) = try repository.obstacle(on: path, in: root) else { return nil }
    return switch mode {
    case .tree, .link: nil
    case .submodule:
      try root(ofSubmodule: place, in: repository) == nil
        ? "which is in the submodule '\(place)', whose commit this clone does not have" : nil
    case .file, .executable, nil: "where no folder is committed"
    }
  }
}

/// The packages and Xcode projects that a commit has, whether a manifest lists them or not.
package struct TreeSurvey: Sendable {
  /// The trees of the folders with a `Package.swift`, fixtures apart.
  package private(set) var packages: [TreePath: ObjectID] = [:]
  /// The same below folders of tests.
  package private(set) var fixtures: [TreePath: ObjectID] = [:]
  /// The bundles `NAME.xcodeproj`, and the files that XcodeGen and Tuist make one from.
  package private(set) var projects: [TreePath] = []
  /// Files named `Package.swift` among the sources of a package, and no manifests.
  package private(set) var sources: [TreePath] = []

  /// - Parameters:
  ///   - root: The tree of the whole commit.
  ///   - known: Folders that are not looked into, besides the templates of packages.
  package init(
    of root: ObjectID,
    besides known: Set<TreePath> = [],
    in workspace: borrowing Workspace
  ) throws {
    let known = known.union([workspace.templatesPath])
    var pending = [Folder(path: .root, tree: root, isInPackage: false, isInTests: false)]
    var count = 0
    while let folder = pending.popLast() {
      let entries = try workspace.repository.entries(of: folder.tree)
      count += entries.count
      guard count <= TreeListing.mostEntries else {
        throw OperationError(
          .invalidPackage,
          "the commit has more than \(TreeListing.mostEntries) files"
        )
      }
      let isPackage = try note(folder, entries, in: workspace.repository)
      if !folder.isInTests, !entries.contains(where: { $0.name.hasSuffix(Self.projectExtension) }) {
        let file = try entries.first { try Self.isGenerator($0, in: workspace.repository) }
        projects += file.map { [folder.path.appending(TreePath(unchecked: $0.name))] } ?? []
      }
      for entry in entries where entry.mode == .tree {
        let path = folder.path.appending(TreePath(unchecked: entry.name))
        if entry.name.hasSuffix(Self.projectExtension) {
          if !folder.isInTests { projects.append(path) }
        } else if !entry.name.hasPrefix("."), !known.contains(path) {
          pending.append(
            Folder(
              path: path,
              tree: entry.id,
              isInPackage: folder.isInPackage || isPackage,
              isInTests: folder.isInTests || Self.isForTests(entry.name)
            )
          )
        }
      }
    }
    projects.sort()
    sources.sort()
  }

  private struct Folder {
    let path: TreePath
    let tree: ObjectID
    /// Whether a folder above is a package.
    let isInPackage: Bool
    /// Whether it, or a folder above, is one of tests.
    let isInTests: Bool
  }

  /// The extension of Xcode's project bundles.
  package static let projectExtension = ".xcodeproj"

  /// Whether XcodeGen or Tuist makes a project from a file: others have such names too.
  package static func isGenerator(
    _ entry: TreeEntry,
    in repository: borrowing Repository
  ) throws -> Bool {
    let isSpecification = entry.name.hasPrefix("project") && entry.name.hasSuffix(".yml")
    guard entry.mode.isFile, isSpecification || entry.name == "Project.swift" else { return false }
    let text = String(decoding: try repository.unverifiedBlob(entry.id), as: UTF8.self)
    return isSpecification
      ? text.contains(/(?m)^(name|targets):/) : text.contains("import ProjectDescription")
  }

  /// Whether the folder is a package, which is noted.
  private mutating func note(
    _ folder: Folder,
    _ entries: [TreeEntry],
    in repository: borrowing Repository
  ) throws -> Bool {
    let name = TreePath.packageManifest.string
    guard let entry = entries.first(where: { $0.name == name }),
      entry.mode.isFile || entry.mode == .link
    else { return false }
    if folder.isInTests {
      fixtures[folder.path] = folder.tree
    } else if folder.isInPackage, entry.mode.isFile, try !isManifest(entry.id, in: repository) {
      sources.append(folder.path.appending(.packageManifest))
      return false
    } else {
      packages[folder.path] = folder.tree
    }
    return true
  }

  /// Whether a file says that the package manager is to read it.
  private func isManifest(_ blob: ObjectID, in repository: borrowing Repository) throws -> Bool {
    let bytes = try repository.unverifiedBlob(blob)
    let text = String(decoding: bytes, as: UTF8.self)
    return text.contains("swift-tools-version") || text.contains("PackageDescription")
  }

  private static func isForTests(_ name: String) -> Bool {
    let lower = name.lowercased()
    return ["test", "tests", "fixtures", "testdata"].contains(lower) || name.hasSuffix("Tests")
  }
}

extension Workspace {
  /// The folder of the repository's own templates for new components.
  package var templatesPath: TreePath { registryPath.appending(TreePath(known: "templates")) }
}
