import Files
import Git
import GitValues
import Workspace

/// The changes to make to a checked-out tree, each list in the order of the paths.
struct LayoutWork {
  private(set) var written: [TreeListing.Item] = []
  private(set) var removed: [TreePath] = []
  /// Submodules that have no folder yet.
  private(set) var madeFolders: [TreePath] = []
  /// To be removed if they are empty.
  private(set) var removedFolders: [TreePath] = []
  /// Examined, and correct.
  private(set) var kept: [TreePath: FileStamp] = [:]
  /// Edits of a person, which would be lost.
  private(set) var edited: [TreePath] = []

  init(_ findings: [LayoutSurvey.Finding]) {
    for finding in findings {
      guard let item = finding.wanted else {
        leave(finding)
        continue
      }
      if item.mode == .submodule {
        makeFolder(finding)
      } else {
        write(item, finding)
      }
    }
  }

  private mutating func write(_ item: TreeListing.Item, _ finding: LayoutSurvey.Finding) {
    let isResolution = item.path.isPackageResolution
    if let stamp = finding.stamp,
      finding.content == .stored(item.mode, item.id) || (isResolution && finding.old == item)
    {
      kept[item.path] = stamp
      return
    }
    if !finding.isOurs, !isResolution { edited.append(item.path) }
    if finding.content == .folder { removedFolders.append(item.path) }
    written.append(item)
  }

  private mutating func makeFolder(_ finding: LayoutSurvey.Finding) {
    switch finding.content {
    case .folder where finding.old?.mode == .submodule: return
    // The files of another folder may be removed, and with the last of them the folder.
    case .folder, .nothing: break
    case .stored, .other:
      if !finding.isOurs { edited.append(finding.path) }
      removed.append(finding.path)
    }
    madeFolders.append(finding.path)
  }

  private mutating func leave(_ finding: LayoutSurvey.Finding) {
    if !finding.isOurs { edited.append(finding.path) }
    switch finding.content {
    case .nothing: return
    case .folder: removedFolders.append(finding.path)
    case .stored, .other: removed.append(finding.path)
    }
  }

  /// Whether nothing has to be moved.
  var isEmpty: Bool {
    written.isEmpty && removed.isEmpty && madeFolders.isEmpty && removedFolders.isEmpty
  }
}
