import Git
import RegistryModel
import Versioning

/// Gathers the stamps of all that the outcome of a run depends on, if none of it was changed since
/// the run began: what the run saw is then what the stamps are of.
struct SyncEvidence {
  /// When the run began, in nanoseconds since 1970.
  let began: Int
  private var lists: [StampList] = []

  /// What one processor looks at before the next one has to.
  private static let mostStamps = 1_000

  init(began: Int) {
    self.began = began
  }

  /// Nothing if there is no telling yet.
  mutating func stamps(
    of pinned: PinnedTree,
    layout: ScaffoldLayout,
    in workspace: borrowing Workspace
  ) throws -> [StampList]? {
    guard let directory = workspace.repository.workingDirectory else { return nil }
    let laidOut = try workspace.repository.listing(of: pinned.tree)
    var working: [TreePath] = []
    let base = try workspace.repository.commit(pinned.base).tree
    let bytes = try workspace.content(of: workspace.manifestPath, in: base) ?? []
    let manifest = try ManifestDocument(
      reading: bytes,
      file: workspace.manifestPath.string
    ).manifest
    var trees = TreeLookup(root: base)
    for name in pinned.releases.keys.sorted() {
      guard let component = manifest.components[name] else { return nil }
      let folder = try TreePath(component.path.description)
      guard let tree = try trees.tree(at: folder, in: workspace.repository) else { continue }
      working += try workspace.repository.listing(of: tree).items.map {
        folder.appending($0.path)
      }
      guard LocalFile.kind(at: "\(directory)/\(folder)") == .directory else { return nil }
      working += try Self.folders(from: folder, in: directory)
    }
    guard add([.root] + Self.withFolders(laidOut.items.map(\.path)), in: layout.tree),
      add(working, in: directory),
      add([workspace.manifestPath], in: directory),
      add([TreePath(known: "index")], in: workspace.repository.gitDirectory)
    else { return nil }
    return lists
  }

  /// Those that are there, whatever git knows of them: a file may come into any but a hidden one.
  private static func folders(from folder: TreePath, in directory: String) throws -> [TreePath] {
    var found = [folder]
    for name in try LocalFile.names(in: "\(directory)/\(folder)") where !name.hasPrefix(".") {
      guard let path = try? folder.appending(TreePath(name)),
        LocalFile.kind(at: "\(directory)/\(path)") == .directory
      else { continue }
      found += try folders(from: path, in: directory)
    }
    return found
  }

  /// Each path once, with all folders above it.
  private static func withFolders(_ paths: [TreePath]) -> [TreePath] {
    var folders: Set<TreePath> = []
    for path in paths {
      var folder = path.parent
      while !folder.isRoot, folders.insert(folder).inserted { folder = folder.parent }
    }
    return paths + folders.sorted()
  }

  /// Whether all is there and was last changed before the run began.
  private mutating func add(_ paths: [TreePath], in folder: String) -> Bool {
    var rest = paths[...]
    while !rest.isEmpty {
      var list = StampList(folder: folder)
      for path in rest.prefix(Self.mostStamps) {
        let name = path.isRoot ? "." : path.string
        guard let stamp = FileStamp.glance("\(folder)/\(name)"),
          LayoutRecord.isSettled(stamp, at: began)
        else { return false }
        list.add(name, stamp)
      }
      lists.append(list)
      rest = rest.dropFirst(Self.mostStamps)
    }
    return true
  }
}
