import Git
import GitValues
import Workspace

/// The note of a write, stored before the branch moves, so that the next run can complete a killed
/// one and tell its locks from those of a running git.
struct WriteNote: Equatable {
  /// The git directory of the working tree that made the write, relative to the one that all of
  /// them share: a repository may be moved or copied with its note.
  var workingTree: String
  var branch: String
  /// Zeros if the write creates the branch.
  var from: ObjectID
  var to: ObjectID
  var newTags: [TagChange] = []
  var oldTags: [TagChange] = []
  /// A folder that is moved with the files that git does not track.
  var move: FolderMove?

  /// A tag reference and its target.
  struct TagChange: Equatable {
    let name: String
    let id: ObjectID

    var reference: String { "refs/tags/\(name)" }
  }

  /// Whether it does more than create tags.
  var movesBranch: Bool { from != to }

  private static let header = "registry-note 1"
  private static let end = "end"

  var text: String {
    var lines = [Self.header, "worktree \(workingTree)", "branch \(branch)"]
    lines += ["from \(from)", "to \(to)"]
    lines += newTags.map { "tag \($0.id) \($0.name)" }
    lines += oldTags.map { "untag \($0.id) \($0.name)" }
    if let move { lines += ["moved-from \(move.from)", "moved-to \(move.to)"] }
    return (lines + [Self.end, ""]).joined(separator: "\n")
  }

  init(workingTree: String, branch: String, from: ObjectID, to: ObjectID) {
    self.workingTree = workingTree
    self.branch = branch
    self.from = from
    self.to = to
  }

  init(reading text: String, at path: String) throws {
    let damaged = OperationError(
      .other,
      "'\(path)' is damaged",
      help: "check with 'git status' that no change is incomplete, then remove it"
    )
    let lines = text.split(separator: "\n")
    guard lines.first == Self.header[...], lines.last == Self.end[...] else { throw damaged }
    var values: [Substring: String] = [:]
    for line in lines.dropFirst().dropLast() {
      let parts = line.split(separator: " ", maxSplits: 1)
      guard parts.count == 2 else { throw damaged }
      values[parts[0]] = String(parts[1])
    }
    guard let workingTree = values["worktree"], let branch = values["branch"],
      let from = values["from"], let to = values["to"]
    else { throw damaged }
    self.init(
      workingTree: workingTree,
      branch: branch,
      from: try ObjectID(hex: from),
      to: try ObjectID(hex: to)
    )
    newTags = try Self.tags(lines, "tag ")
    oldTags = try Self.tags(lines, "untag ")
    if let from = values["moved-from"], let to = values["moved-to"] {
      move = FolderMove(from: try TreePath(from), to: try TreePath(to))
    }
  }

  private static func tags(_ lines: [Substring], _ prefix: String) throws -> [TagChange] {
    try lines.filter { $0.hasPrefix(prefix) }.map { line in
      let rest = line.dropFirst(prefix.count)
      return TagChange(
        name: String(rest.dropFirst(41)),
        id: try ObjectID(hex: rest.prefix(40))
      )
    }
  }
}

extension Repository {
  /// This working tree's git directory, relative to the shared one; `.` for the main working tree.
  var workingTreeName: String {
    gitDirectory == commonDirectory
      ? "." : String(gitDirectory.dropFirst(commonDirectory.count + 1))
  }
}
