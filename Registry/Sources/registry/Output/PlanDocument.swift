import Git
import GitValues
import RegistryModel
import Writing

/// The changes that a dry run would write.
struct PlanDocument: JSONObjectRepresentable {
  private let plan: WritePlan
  /// Whether all changes are shown, however many there are.
  private let isWhole: Bool

  /// So many lines of changes are shown without being asked for.
  private static let mostLines = 60

  init(_ plan: WritePlan, isWhole: Bool) {
    (self.plan, self.isWhole) = (plan, isWhole)
  }

  var members: JSONMembers {
    [
      "files": files.map(\.members),
      "move": plan.moves.count == 1 ? moves.first : nil,
      "moves": plan.moves.count > 1 ? moves : nil,
      "message": message,
      "tags": tags,
    ]
  }

  /// Each file as a difference, then the commit's message and the tags; what is longer than a few
  /// screens is counted.
  func text(style: Style, width: Int?) -> String {
    let moves = plan.moves.map {
      "\(style(.dim, "move")) \($0.folder.from) → \($0.folder.to)\n"
    }.joined()
    let differences = files.map { file in
      LineDifference(path: file.path.string, old: file.old, new: file.new)
    }
    let changes = differences.map { $0.text(style: style, width: width) }.joined()
    if !isWhole, changes.utf8.count(where: { $0 == UInt8(ascii: "\n") }) > Self.mostLines {
      return moves + PlanSummary(differences, message: message, tags: tags).text(style: style)
    }
    var text = moves + changes
    if let message {
      text += "\n\(style(.dim, "commit"))\n"
      for line in message.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
        text += line.isEmpty ? "\n" : "  \(line.printable)\n"
      }
    }
    let verb = if case .goBack = plan.goal { "remove tag" } else { "tag" }
    for tag in tags { text += "\(style(.dim, verb)) \(tag)\n" }
    return text
  }

  private var moves: [JSONMembers] {
    plan.moves.map { ["from": $0.folder.from, "to": $0.folder.to] }
  }

  private var message: String? {
    switch plan.goal {
    case .commit(_, let message, _), .snapshot(_, let message, _): message
    case .goBack, .tag: nil
    }
  }

  /// That would be made, or for an undo, be removed.
  private var tags: [String] {
    switch plan.goal {
    case .commit(_, _, let tags), .tag(let tags): tags.map(\.name)
    case .snapshot(_, _, let tag): [tag.name]
    case .goBack(_, let removed): removed.map(\.name)
    }
  }
}

extension PlanDocument {
  private struct File {
    let path: TreePath
    let old: String?
    /// `nil` for a file that goes away.
    let new: String?

    init(_ path: TreePath, old: [UInt8]?, new: [UInt8]?) {
      self.path = path
      self.old = old.map { String(decoding: $0, as: UTF8.self) }
      self.new = new.map { String(decoding: $0, as: UTF8.self) }
    }

    var members: JSONMembers { ["path": path.string, "content": new] }
  }

  private var files: [File] {
    plan.files.map { File($0.path, old: $0.old, new: $0.new) }
      + plan.restored.map { File($0.path, old: $0.old, new: $0.new) }
  }
}
