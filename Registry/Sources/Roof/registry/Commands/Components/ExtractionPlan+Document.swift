import Base
import Extract
import Git
import Model
import Versions

extension ExtractionPlan: Document {
  var members: JSONMembers {
    [
      "package": package,
      "targets": entries.map { entry in
        [
          "name": entry.unit.name,
          "path": entry.unit.folder,
          "targets": entry.unit.targets,
          "tests": entry.unit.tests,
          "needs": entry.closure,
          "commits": entry.commits,
          "private": entry.unit.isPrivate ? true : nil,
          "blockedBy": entry.blockers.unlessEmpty,
          "obstacles": entry.obstacles,
        ] as JSONMembers
      },
      "staying": staying.map { ["name": $0.name, "reason": $0.reason] as JSONMembers },
    ]
  }

  func text(style: Style, width: Int?) -> String {
    var table = Table("", "TARGET", "NEEDS", "TESTS", "COMMITS", "OBSTACLES")
    for (index, entry) in entries.enumerated() {
      let own = entry.obstacles.isEmpty ? [] : ["\(entry.obstacles.count)"]
      let blockers = entry.blockers.map { "of \($0)" }
      table.add(
        Table.Cell("\(index + 1)", .dim),
        Table.Cell(entry.unit.name.text + (entry.unit.isPrivate ? " (private)" : ""), .bold),
        Table.Cell("\(entry.closure.count)"),
        Table.Cell("\(entry.unit.tests.count)"),
        Table.Cell("\(entry.commits)"),
        Table.Cell((own + blockers).joined(separator: ", "), .yellow)
      )
    }
    var text = table.text(width: width, style: style)
    let blocked = entries.filter { !$0.obstacles.isEmpty }
    if !blocked.isEmpty {
      text += "\n\(style(.dim, "obstacles"))\n"
      for entry in blocked {
        for obstacle in entry.obstacles {
          let place = obstacle.context.map { "\($0.printable): " } ?? ""
          text += "  \(style(.bold, entry.unit.name.text)): \(place)\(obstacle.message.printable)\n"
          if let help = obstacle.help { text += "    help: \(help.printable)\n" }
        }
      }
    }
    if !staying.isEmpty {
      text += "\n\(style(.dim, "tests that stay (\(staying.count))"))\n"
      text += staying.map { "  \($0.name): \($0.reason)\n" }.joined()
    }
    let ready = entries.count(where: \.isReady)
    text += "\n\(ready) of \(entries.count) targets can be packages of their own\n"
    return text
  }
}
