import Git

/// What has to be done to a laid-out tree.
struct LayoutWork {
  /// In the order of the tree.
  private(set) var written: [TreePath] = []
  private(set) var removed: [TreePath] = []
  /// Those that are as they should be.
  private(set) var kept: [TreePath: FileStamp] = [:]
  /// What a person has changed, and would lose.
  private(set) var edited: [TreePath] = []

  init(
    listing: TreeListing,
    findings: [TreePath: LayoutSurvey.Finding],
    recorded: [LayoutRecord.File]
  ) {
    let last = Dictionary(recorded.map { ($0.path, $0) }) { first, _ in first }
    var isWanted: Set<TreePath> = []
    isWanted.reserveCapacity(listing.items.count)
    for item in listing.items {
      isWanted.insert(item.path)
      let finding = findings[item.path]
      if let stamp = finding?.stamp {
        let isUnchanged = last[item.path].map { $0.id == item.id && $0.mode == item.mode } ?? false
        if finding?.content == .stored(item.mode, item.id)
          || (isUnchanged && Self.isManagersOwn(item.path))
        {
          kept[item.path] = stamp
          continue
        }
      }
      if let finding, !finding.isOurs, !Self.isManagersOwn(item.path) { edited.append(item.path) }
      written.append(item.path)
    }
    for (path, finding) in findings where !isWanted.contains(path) {
      guard finding.content != .nothing else { continue }
      if !finding.isOurs { edited.append(path) }
      removed.append(path)
    }
    removed.sort()
    edited.sort()
  }

  /// Whether the package manager writes the file itself whenever it builds.
  static func isManagersOwn(_ path: TreePath) -> Bool {
    path.name == "Package.resolved"
  }
}
