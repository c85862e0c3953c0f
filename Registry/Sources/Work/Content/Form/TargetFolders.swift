import Base
import Git
import ManifestEditor
import Model

/// The folders of the targets that a package's products are built from, and of its tests, as far as
/// its manifests show.
struct TargetFolders {
  private struct Folder {
    let target: String
    let path: TreePath
    let excludes: [TreePath]
  }

  private var folders: [Folder] = []
  private var tests: [Folder] = []

  /// - Parameter items: All files of the package, its manifests among them.
  init(manifests items: [TreeListing.Item], in repository: borrowing Repository) throws {
    for item in items where item.mode.isFile {
      guard ManifestFileName(item.path.string) != nil else { continue }
      let manifest = try PackageManifestFile(
        surveying: repository.blob(item.id),
        fileName: item.path.string,
        packagePath: .root
      )
      for target in manifest.publishedTargets { folders += Self.folders(of: target) }
      for target in manifest.targets where target.kind == .testTarget {
        tests += Self.folders(of: target)
      }
    }
  }

  /// Whether a file belongs to tests, which clients do not build.
  func isForTests(_ path: TreePath) -> Bool {
    tests.contains { path.isInside($0.path) } && !folders.contains { path.isInside($0.path) }
  }

  /// Throws if a product is built from files there.
  func check(submodule path: TreePath) throws(OperationError) {
    let needing = folders.first { folder in
      (path.isInside(folder.path) && !folder.excludes.contains(where: path.isInside))
        || folder.path.isInside(path)
    }
    guard let needing else { return }
    throw OperationError(
      .submoduleNeeded,
      "the target '\(needing.target)' is built from '\(path)', which is a submodule: its files are"
        + " not in this repository",
      help: "add the files to this repository, or move them to a package of their own"
    )
  }

  private static func folders(of target: PackageTarget) -> [Folder] {
    let places: [String]
    if let path = target.path {
      places = [path]
    } else {
      // Where the package manager looks; a package of one target may have it right in the first.
      let usual = ["Sources", "Source", "src", "srcs"]
      let parents =
        switch target.kind {
        case .plugin: ["Plugins"]
        case .testTarget: ["Tests"] + usual
        default: usual
        }
      places = parents.map { "\($0)/\(target.name)" }
    }
    return places.compactMap { place in
      guard let path = normalized(place) else { return nil }
      let excludes = target.excludes.compactMap { normalized("\(place)/\($0)") }
      return Folder(target: target.name, path: path, excludes: excludes)
    }
  }

  /// The path without `.`, empty parts and `..`; `nil` for one outside of the package.
  private static func normalized(_ text: String) -> TreePath? {
    TreePath.names(in: text, from: .root).flatMap { try? TreePath($0.joined(separator: "/")) }
  }
}
