import Git
import GitValues
import Writing

/// The changes that a dry run would write.
struct PlanDocument: Encodable {
  struct File: Encodable {
    let path: String
    /// `nil` for a file that goes away.
    let content: String?
    fileprivate let old: String?

    fileprivate init(_ path: TreePath, old: [UInt8]?, new: [UInt8]?) {
      self.path = path.string
      content = new.map { String(decoding: $0, as: UTF8.self) }
      self.old = old.map { String(decoding: $0, as: UTF8.self) }
    }

    private enum CodingKeys: String, CodingKey {
      case path, content
    }
  }

  struct Move: Encodable {
    let from: String
    let to: String
  }

  let files: [File]
  /// Of a folder, with all that is in it; `nil` if none moves.
  let move: Move?
  let message: String?
  /// The tags that would be made, or for an undo, be removed.
  let tags: [String]
  private let removesTags: Bool

  private enum CodingKeys: String, CodingKey {
    case files, move, message, tags
  }

  init(_ plan: WritePlan) {
    files =
      plan.files.map { File($0.path, old: $0.old, new: $0.new) }
      + plan.restored.map { File($0.path, old: $0.old, new: $0.new) }
    move = plan.move.map { Move(from: $0.folder.from.string, to: $0.folder.to.string) }
    if case .goBack = plan.goal { removesTags = true } else { removesTags = false }
    switch plan.goal {
    case .commit(_, let message, let tags):
      self.message = message
      self.tags = tags.map(\.name)
    case .snapshot(_, let message, let tag):
      self.message = message
      tags = [tag.name]
    case .goBack(_, let removed):
      message = nil
      tags = removed.map(\.name)
    case .tag(let tags):
      message = nil
      self.tags = tags.map(\.name)
    }
  }

  /// Each file as a difference, then the commit's message and the tags.
  func text(style: Style, width: Int?) -> String {
    var text = move.map { "\(style(.dim, "move")) \($0.from) → \($0.to)\n" } ?? ""
    text += files.map { file in
      LineDifference(path: file.path, old: file.old, new: file.content)
        .text(style: style, width: width)
    }.joined()
    if let message {
      text += "\n\(style(.dim, "commit"))\n"
      for line in message.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
        text += line.isEmpty ? "\n" : "  \(line.printable)\n"
      }
    }
    for tag in tags { text += "\(style(.dim, removesTags ? "remove tag" : "tag")) \(tag)\n" }
    return text
  }
}
