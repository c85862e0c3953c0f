import Base
import Versions

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
