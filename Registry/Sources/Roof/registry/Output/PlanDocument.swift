import Base
import Git
import Model
import Versions

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

  /// The names of the tags to create or, for an undo, to remove.
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

/// A plan with more changes than a screen holds, in a few lines.
struct PlanSummary {
  let differences: [LineDifference]
  let message: String?
  let tags: [String]

  private static let most = 3

  /// The number of changed lines of each file, or of each folder with several of them.
  func text(style: Style) -> String {
    var table = Table("FILES", "LINES")
    for (name, differences) in folders {
      let counts = differences.map(\.counts)
      table.add(
        Table.Cell(name),
        Table.Cell("+\(counts.map(\.added).reduce(0, +)) -\(counts.map(\.removed).reduce(0, +))")
      )
    }
    var text = table.text(width: nil, style: style)
    if let message {
      let lines = message.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      let rest = lines.dropFirst().count { !$0.isEmpty }
      let more = rest > 0 ? " (and \(counted(rest, "more line")))" : ""
      text += "\(style(.dim, "commit"))  \((lines.first ?? "").printable)\(more)\n"
    }
    if !tags.isEmpty {
      text += "\(style(.dim, tags.count == 1 ? "tag" : "tags"))    "
      text += "\(tags.shortList(Self.most))\n"
    }
    return text + "'--diff' shows the changes of the files\n"
  }

  private var folders: [(name: String, differences: [LineDifference])] {
    let byFolder = Dictionary(grouping: differences) { difference in
      difference.path.split(separator: "/").dropLast().joined(separator: "/")
    }
    return byFolder.flatMap { folder, files in
      files.count > Self.most
        ? [(name: "\(folder)/ (\(files.count) files)", differences: files)]
        : files.map { (name: $0.path, differences: [$0]) }
    }.sorted { $0.name < $1.name }
  }
}

extension Release: JSONObjectRepresentable {
  var members: JSONMembers {
    [
      "version": version,
      "tree": tree,
      "archive": archive?.description,
      "internal": isInternal ? true : nil,
      "requires": requires,
      // The objects in place of links.
      "files": files.unlessEmpty?.mapValues(\.object),
      "omits": omits.unlessEmpty?.sorted(),
      // The objects of files from the root of the repository.
      "adds": adds.unlessEmpty?.mapValues(\.object),
    ]
  }

  /// The differences between the published files and the component's folder, a line each.
  func contentLines(style: Style) -> [String] {
    let omitted = isInternal ? "submodules, which the clone has" : "not published"
    return [
      ("links", Array(files.keys), "replaced by what they point to"),
      ("omits", Array(omits), omitted),
      ("added", Array(adds.keys), "from the root of the repository"),
    ].filter { !$0.1.isEmpty }.map { name, paths, words in
      let list = paths.map(\.description.printable).sorted().shortList()
      return "  \(style(.dim, name))    \(list): \(words)"
    }
  }
}
