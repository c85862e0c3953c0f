import Files
import Git
import GitValues
import Workspace

/// Builds the record after a checkout: the previous record, with the blocks of changed folders
/// replaced.
struct LayoutResult {
  let survey: LayoutSurvey
  let difference: LayoutDifference
  let work: LayoutWork
  let tree: ObjectID
  let links: LayoutLinks?
  private let written: Set<TreePath>

  init(
    survey: LayoutSurvey,
    difference: LayoutDifference,
    work: LayoutWork,
    tree: ObjectID,
    links: LayoutLinks?
  ) {
    (self.survey, self.difference, self.work) = (survey, difference, work)
    (self.tree, self.links) = (tree, links)
    written = Set(work.written.map(\.path))
  }

  /// The record of an updated tree, if it tells more than the last one; and the files in it that
  /// are not part of it.
  func record(
    in root: String,
    taken: Int
  ) throws -> (record: LayoutRecord?, strays: [TreePath]) {
    let items = items
    let known = Set(items.values.joined().map(\.path)).union(links?.paths ?? [])
    var strays = LayoutStrays(in: root, beside: known)
    var folders: [LayoutFolder] = []
    for (path, items) in items {
      let stamp = FileStamp.glance(path.isRoot ? root : "\(root)/\(path)")
      let isAlone = try strays.look(in: path)
      folders.append(
        LayoutFolder(
          path: path,
          stamp: isAlone ? stamp : nil,
          entries: try entries(items, of: path, in: root)
        )
      )
    }
    let tells = survey.record.tree != tree || folders.contains { isNews($0, at: taken) }
    return (tells ? record(with: folders, taken: taken) : nil, strays.paths.sorted())
  }

  /// The entries of each folder that was in doubt or has changed.
  private var items: [TreePath: [TreeListing.Item]] {
    var items: [TreePath: [TreeListing.Item]] = [:]
    for folder in survey.doubts where !difference.removedFolders.contains(folder.path) {
      items[folder.path] = folder.entries.map(\.item)
    }
    for folder in difference.folders { items[folder.path] = folder.items }
    return items
  }

  private func entries(
    _ items: [TreeListing.Item],
    of folder: TreePath,
    in root: String
  ) throws(OperationError) -> [LayoutFolder.Entry] {
    var last: [TreePath: FileStamp] = [:]
    for entry in survey.record.folder(at: folder)?.entries ?? [] where entry.stamp != nil {
      last[entry.item.path] = entry.stamp
    }
    var entries: [LayoutFolder.Entry] = []
    for item in items {
      var entry = LayoutFolder.Entry(item: item, stamp: work.kept[item.path] ?? last[item.path])
      if !item.isFileOrLink {
        entry.stamp = nil
      } else if written.contains(item.path) {
        guard let stamp = FileStamp.of("\(root)/\(item.path)") else {
          throw OperationError(
            .editedTree,
            "'\(root)/\(item.path)' disappeared while it was checked out",
            help: "run this again"
          )
        }
        entry.stamp = stamp
      }
      entries.append(entry)
    }
    return entries
  }

  /// Whether the last record differs, or proves less.
  private func isNews(_ folder: LayoutFolder, at time: Int) -> Bool {
    let stamps = [folder.stamp] + folder.entries.map(\.stamp)
    let becomesProof = stamps.contains { stamp in
      stamp.map {
        !$0.isSettled(at: survey.record.taken) && $0.isSettled(at: time)
      } ?? false
    }
    return becomesProof || survey.record.folder(at: folder.path) != folder
  }

  private func record(with folders: [LayoutFolder], taken: Int) -> LayoutRecord {
    let last = survey.record
    let replaced = Set(
      (folders.map(\.path) + difference.removedFolders).compactMap(last.number)
    )
    var writer = LayoutRecordWriter(tree: tree, taken: taken, size: last.bytes.count)
    var rest = folders.sorted { LayoutRecord.isBefore($0.path.string.utf8, $1.path) }[...]
    for number in last.blocks.indices where !replaced.contains(number) {
      while let next = rest.first, last.isFolder(next.path, before: number) {
        writer.add(next)
        rest = rest.dropFirst()
      }
      writer.add(last.block(number))
    }
    for folder in rest { writer.add(folder) }
    return writer.record()
  }
}
