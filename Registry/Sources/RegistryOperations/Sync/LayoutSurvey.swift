import Git

/// Looks at what stands in a laid-out tree, and tells what a person made of it from what was laid
/// out.
struct LayoutSurvey {
  let layout: ScaffoldLayout
  /// What was laid out last.
  let record: LayoutRecord?
  /// What an interrupted run was laying out.
  let pending: TreeListing?

  /// What a path has.
  enum Content: Equatable {
    case nothing
    case stored(FileMode, ObjectID)
    case folder
    /// What git knows nothing of.
    case other
  }

  /// A path, what it has, and whether that was laid out there; with the stamp, if there is a file.
  struct Finding {
    let content: Content
    let stamp: FileStamp?
    let isOurs: Bool
  }

  /// The findings at all paths that were ever laid out, and at those of `listing`.
  func findings(with listing: TreeListing?) throws -> [TreePath: Finding] {
    var known: [TreePath: [Content]] = [:]
    var recorded: [TreePath: LayoutRecord.File] = [:]
    for file in record?.files ?? [] {
      recorded[file.path] = file
      known[file.path] = [.stored(file.mode, file.id)]
    }
    for item in pending?.items ?? [] {
      known[item.path, default: []].append(.stored(item.mode, item.id))
    }
    for item in listing?.items ?? [] where known[item.path] == nil { known[item.path] = [] }
    var folders = LayoutFolders(root: layout.tree)
    var findings: [TreePath: Finding] = [:]
    findings.reserveCapacity(known.count)
    for (path, contents) in known {
      guard folders.isFolder(path.parent) else {
        findings[path] = Finding(content: .nothing, stamp: nil, isOurs: true)
        continue
      }
      let (content, stamp) = try look(at: path, recorded[path])
      let isOurs =
        switch content {
        case .nothing: true
        case .stored: contents.contains(content)
        case .folder: known.keys.contains { $0 != path && $0.isInside(path) }
        case .other: false
        }
      findings[path] = Finding(content: content, stamp: stamp, isOurs: isOurs)
    }
    return findings
  }

  private func look(
    at path: TreePath,
    _ file: LayoutRecord.File?
  ) throws -> (Content, FileStamp?) {
    let place = "\(layout.tree)/\(path)"
    switch FileStamp.look(at: place) {
    case .nothing: return (.nothing, nil)
    case .directory: return (.folder, nil)
    case .other: return (.other, nil)
    case .file(let stamp), .link(let stamp):
      if let file, let record, record.isProof(stamp, of: file) {
        return (.stored(file.mode, file.id), stamp)
      }
      guard let (mode, content) = try LocalFile.stored(place) else { return (.other, nil) }
      return (.stored(mode, try Repository.blobID(of: content)), stamp)
    }
  }
}

/// The folders of a tree, each looked at once; a link in the place of one is none.
struct LayoutFolders {
  private let root: String
  private var known: [TreePath: Bool] = [:]

  init(root: String) {
    self.root = root
  }

  mutating func isFolder(_ path: TreePath) -> Bool {
    if let answer = known[path] { return answer }
    let isReachable = path.isRoot || isFolder(path.parent)
    let place = path.isRoot ? root : "\(root)/\(path)"
    let answer = isReachable && LocalFile.kind(at: place) == .directory
    known[path] = answer
    return answer
  }

  /// Makes the folder and those above it.
  ///
  /// - Throws: If something else stands in the way.
  mutating func make(_ path: TreePath) throws(OperationError) {
    if isFolder(path) { return }
    if !path.isRoot { try make(path.parent) }
    let place = path.isRoot ? root : "\(root)/\(path)"
    if LocalFile.kind(at: place) != nil {
      throw OperationError(
        .editedTree,
        "'\(place)' is in the way of a folder of the same name",
        help: "it was not laid out: move it away"
      )
    }
    try LocalFile.makeDirectory(place)
    known[path] = true
  }
}

extension OperationError.Code {
  /// A laid-out tree that a person has changed.
  package static let editedTree = Self(rawValue: "edited-tree")
}
