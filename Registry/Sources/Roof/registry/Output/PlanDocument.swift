import Git
import Model

/// The changes that a dry run would write.
struct PlanDocument: JSONObjectRepresentable {
  let plan: WritePlan
  /// Whether all changes are shown, however many there are.
  let isWhole: Bool

  /// So many lines of changes are shown without being asked for.
  private static let mostLines = 60

  var members: JSONMembers {
    [
      "files": files.map { ["path": $0.path, "content": $0.new] as JSONMembers },
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
    let differences = files.map { LineDifference(path: $0.path, old: $0.old, new: $0.new) }
    let changes = differences.map { $0.text(style: style, width: width) }.joined()
    if !isWhole, changes.utf8.count(where: { $0 == UInt8(ascii: "\n") }) > Self.mostLines {
      let summary = PlanSummary(differences: differences, message: message, tags: tags)
      return moves + summary.text(style: style)
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
  /// `nil` in the place of a content for a file that comes or goes.
  private var files: [(path: String, old: String?, new: String?)] {
    let files = plan.files.map { ($0.path, $0.old, $0.new) }
    let restored = plan.restored.map { ($0.path, $0.old, $0.new) }
    return (files + restored).map { path, old, new in
      (
        path.string, old.map { String(decoding: $0, as: UTF8.self) },
        new.map { String(decoding: $0, as: UTF8.self) }
      )
    }
  }
}
