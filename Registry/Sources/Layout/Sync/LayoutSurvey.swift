import Files
import Git
import GitValues
import Workspace

/// Examines a checkout where it is in doubt or has to change, and determines what a person has
/// changed in it.
struct LayoutSurvey {
  let layout: ScaffoldLayout
  /// The last checkout.
  let record: LayoutRecord
  /// The folders that are not proved unchanged.
  let doubts: [LayoutFolder]
  /// The changes of an interrupted run.
  let pending: LayoutDifference?

  /// The content of a path.
  enum Content: Equatable {
    case nothing
    case stored(FileMode, ObjectID)
    case folder
    /// Something that git does not store.
    case other
  }

  /// A path with its old, its new and its actual content.
  struct Finding {
    let path: TreePath
    let old: TreeListing.Item?
    let wanted: TreeListing.Item?
    let content: Content
    /// If there is a file.
    let stamp: FileStamp?
    /// Whether the content was checked out by us.
    let isOurs: Bool
  }

  /// The findings at all paths that are in doubt or differ, in order.
  func findings(for difference: LayoutDifference) throws -> [Finding] {
    var folders = LayoutFolders(root: layout.tree)
    let interrupted = interrupted
    return try changes(difference, interrupted).map { change in
      let (content, stamp) =
        folders.isFolder(change.path.parent)
        ? try look(at: change.path, change.old) : (.nothing, nil)
      return Finding(
        path: change.path,
        old: change.old?.item,
        wanted: change.new,
        content: content,
        stamp: stamp,
        isOurs: isOurs(content, at: change.path, change.old?.item, interrupted[change.path]?.new)
      )
    }
  }

  /// The changes of an interrupted run.
  private var interrupted: [TreePath: LayoutDifference.Change] {
    Dictionary((pending?.files ?? []).map { ($0.path, $0) }) { $1 }
  }

  /// The differences, and other paths that have to be examined.
  private func changes(
    _ difference: LayoutDifference,
    _ interrupted: [TreePath: LayoutDifference.Change]
  ) -> [LayoutDifference.Change] {
    var told = Set(difference.files.map(\.path))
    var changes = difference.files
    for (path, change) in interrupted where told.insert(path).inserted {
      changes.append(LayoutDifference.Change(path: path, old: change.old, new: change.old?.item))
    }
    for entry in doubts.lazy.flatMap(\.entries)
    where entry.item.mode != .tree && told.insert(entry.item.path).inserted {
      changes.append(
        LayoutDifference.Change(path: entry.item.path, old: entry, new: entry.item)
      )
    }
    return changes.sorted { $0.path < $1.path }
  }

  private func isOurs(
    _ content: Content,
    at path: TreePath,
    _ old: TreeListing.Item?,
    _ interrupted: TreeListing.Item?
  ) -> Bool {
    switch content {
    case .nothing: true
    case .stored(let mode, let id):
      [old, interrupted].contains { $0?.mode == mode && $0?.id == id }
    case .folder:
      record.number(of: path) != nil || pending?.folders.contains { $0.path == path } == true
    case .other: false
    }
  }

  private func look(
    at path: TreePath,
    _ old: LayoutFolder.Entry?
  ) throws -> (Content, FileStamp?) {
    let place = "\(layout.tree)/\(path)"
    switch FileStamp.look(at: place) {
    case .nothing: return (.nothing, nil)
    case .directory: return (.folder, nil)
    case .other: return (.other, nil)
    case .file(let stamp), .link(let stamp):
      if let old, stamp == old.stamp, stamp.isSettled(at: record.taken) {
        return (.stored(old.item.mode, old.item.id), stamp)
      }
      guard let (mode, content) = try LocalFile.stored(place) else { return (.other, nil) }
      return (.stored(mode, Repository.blobID(of: content)), stamp)
    }
  }
}
