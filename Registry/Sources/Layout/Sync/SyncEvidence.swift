import Files
import Git
import GitValues
import RegistryModel
import Versioning
import Workspace

/// Gathers the stamps of all that the outcome of a run depends on, if none of it was changed since
/// the run began: what the run saw is then what the stamps are of.
struct SyncEvidence {
  /// When the run began, in nanoseconds since 1970.
  let began: Int
  /// The root of the working tree.
  let directory: String

  /// Of each component that is built from a release, but for those of which there is no telling yet.
  ///
  /// - Parameter standing: Those that are known to be as they were.
  func components(
    of pinned: PinnedTree,
    standing: [ComponentEvidence],
    in workspace: borrowing Workspace
  ) throws -> [ComponentEvidence] {
    let known = Dictionary(standing.map { ($0.folder, $0) }) { first, _ in first }
    var trees = TreeLookup(root: try workspace.repository.commit(pinned.base).tree)
    var components: [ComponentEvidence] = []
    for folder in pinned.releasedFolders.sorted() {
      guard let tree = try trees.tree(at: folder, in: workspace.repository) else { continue }
      let hasChanges = pinned.changedFolders.contains(folder)
      if let evidence = known[folder], evidence.tree == tree, evidence.hasChanges == hasChanges {
        components.append(evidence)
        continue
      }
      let files = try workspace.repository.listing(of: tree).items.map { folder.appending($0.path) }
      guard LocalFile.kind(at: "\(directory)/\(folder)") == .directory,
        let stamps = stamps(of: files + (try folders(from: folder)), in: directory)
      else { continue }
      components.append(
        ComponentEvidence(folder: folder, tree: tree, hasChanges: hasChanges, stamps: stamps)
      )
    }
    return components
  }

  /// Of the manifest and git's index; empty if these are not known yet.
  func files(in workspace: borrowing Workspace) -> [StampList] {
    guard let manifest = stamps(of: [workspace.manifestPath], in: directory),
      let index = stamps(of: [TreePath(known: "index")], in: workspace.repository.gitDirectory)
    else { return [] }
    return [manifest, index]
  }

  /// Those that are there, whatever git knows of them: a file may come into any but a hidden one.
  private func folders(from folder: TreePath) throws -> [TreePath] {
    var found = [folder]
    for name in try LocalFile.names(in: "\(directory)/\(folder)") where !name.hasPrefix(".") {
      guard let path = try? folder.appending(TreePath(name)),
        LocalFile.kind(at: "\(directory)/\(path)") == .directory
      else { continue }
      found += try folders(from: path)
    }
    return found
  }

  /// `nil` unless all is there and was last changed before the run began.
  private func stamps(of paths: [TreePath], in folder: String) -> StampList? {
    var list = StampList(folder: folder)
    for path in paths {
      let name = path.isRoot ? "." : path.string
      guard let stamp = FileStamp.glance("\(folder)/\(name)"),
        stamp.isSettled(at: began)
      else { return nil }
      list.add(name, stamp)
    }
    return list
  }
}
