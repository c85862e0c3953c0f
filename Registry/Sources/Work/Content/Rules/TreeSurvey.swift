import Base
package import Git
package import Model

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
