import Base
import Git

/// The note of a write, stored before the branch moves, so that the next run can complete a killed
/// one and tell its locks from those of a running git.
struct WriteNote: Equatable {
  /// The git directory of the working tree whose files follow the branch; `nil` if the branch is not
  /// checked out.
  ///
  /// It is relative to the one that all of them share: a repository may be moved or copied with its
  /// note.
  var workingTree: String?
  var branch: String
  /// Zeros if the write creates the branch.
  var from: ObjectID
  var to: ObjectID
  var newTags: [TagChange] = []
  var oldTags: [TagChange] = []
  /// Folders that are moved with the files that git does not track.
  var moves: [FolderMove] = []

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
  private static let noWorkingTree = "-"

  var text: String {
    var lines = [Self.header, "worktree \(workingTree ?? Self.noWorkingTree)", "branch \(branch)"]
    lines += ["from \(from)", "to \(to)"]
    lines += newTags.map { "tag \($0.id) \($0.name)" }
    lines += oldTags.map { "untag \($0.id) \($0.name)" }
    for move in moves { lines += ["moved-from \(move.from)", "moved-to \(move.to)"] }
    return (lines + [Self.end, ""]).joined(separator: "\n")
  }
}

extension WriteNote {
  /// Parts lines and words by bytes: a name may begin with a combining mark, which makes one character
  /// with the space before it.
  init(reading content: [UInt8], at path: String) throws {
    let damaged = OperationError(
      .other,
      "'\(path)' is damaged",
      help: "check with 'git status' that no change is incomplete, then remove it"
    )
    let lines = content.split(separator: UInt8(ascii: "\n"))
    guard let first = lines.first, first.elementsEqual(Self.header.utf8),
      let last = lines.last, last.elementsEqual(Self.end.utf8)
    else { throw damaged }
    var values: [String: String] = [:]
    for line in lines.dropFirst().dropLast() {
      guard let (key, value) = Self.parts(of: line) else { throw damaged }
      switch key {
      case "tag", "untag":
        guard let (id, name) = Self.parts(of: Array(value.utf8)[...]) else { throw damaged }
        let tag = TagChange(name: name, id: try ObjectID(hex: id))
        if key == "tag" { newTags.append(tag) } else { oldTags.append(tag) }
      case "moved-to":
        guard let from = values.removeValue(forKey: "moved-from") else { throw damaged }
        moves.append(FolderMove(from: try TreePath(from), to: try TreePath(value)))
      default: values[key] = value
      }
    }
    guard let workingTree = values["worktree"], let branch = values["branch"],
      let from = values["from"], let to = values["to"]
    else { throw damaged }
    self.workingTree = workingTree == Self.noWorkingTree ? nil : workingTree
    self.branch = branch
    self.from = try ObjectID(hex: from)
    self.to = try ObjectID(hex: to)
  }

  /// The text before the first space, and the text behind it; `nil` for a line without a space.
  private static func parts(of line: ArraySlice<UInt8>) -> (String, String)? {
    guard let space = line.firstIndex(of: UInt8(ascii: " ")) else { return nil }
    return (
      String(decoding: line[..<space], as: UTF8.self),
      String(decoding: line[(space + 1)...], as: UTF8.self)
    )
  }
}

extension Repository {
  /// This working tree's git directory, relative to the shared one; `.` for the main working tree.
  var workingTreeName: String {
    gitDirectory == commonDirectory
      ? "." : String(Substring(gitDirectory.utf8.dropFirst(commonDirectory.utf8.count + 1)))
  }
}

extension WriteNote {
  /// Whether the branch, which is at `tip` now, was moved as noted and still contains that commit.
  func happened(branchAt tip: ObjectID, in repository: borrowing Repository) throws -> Bool {
    if tip == to { return true }
    guard tip != from, repository.contains(to) else { return false }
    guard try repository.isAncestor(to, of: tip) else { return false }
    // If the branch was to go back and still contains the commit that it was to leave, it has not
    // gone back.
    let isForward = try repository.commit(to).parents.contains(from)
    return try isForward || from == .zero || !repository.isAncestor(from, of: tip)
  }
}
