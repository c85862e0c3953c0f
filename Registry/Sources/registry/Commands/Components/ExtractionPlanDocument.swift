import Errors
import Extraction
import GitValues
import Versioning
import Workspace

/// The packages that targets can become, in the order in which they can be extracted.
struct ExtractionPlanDocument: Document {
  private let plan: ExtractionPlan

  init(_ plan: ExtractionPlan) {
    self.plan = plan
  }

  var members: JSONMembers {
    [
      "package": plan.package,
      "targets": plan.entries.map { entry in
        [
          "name": entry.unit.name,
          "path": entry.unit.folder,
          "targets": entry.unit.targets,
          "tests": entry.unit.tests,
          "needs": entry.closure,
          "commits": entry.commits,
          "private": entry.unit.isPrivate ? true : nil,
          "blockedBy": entry.blockers.isEmpty ? nil : entry.blockers,
          "obstacles": entry.obstacles.map {
            [
              "code": $0.code.rawValue, "context": $0.context, "message": $0.message,
              "help": $0.help,
            ]
              as JSONMembers
          },
        ] as JSONMembers
      },
      "staying": plan.staying.map { ["name": $0.name, "reason": $0.reason] as JSONMembers },
    ]
  }

  func text(style: Style, width: Int?) -> String {
    var table = Table("", "TARGET", "NEEDS", "TESTS", "COMMITS", "OBSTACLES")
    for (index, entry) in plan.entries.enumerated() {
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
    let blocked = plan.entries.filter { !$0.obstacles.isEmpty }
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
    if !plan.staying.isEmpty {
      text += "\n\(style(.dim, "tests that stay (\(plan.staying.count))"))\n"
      text += plan.staying.map { "  \($0.name): \($0.reason)\n" }.joined()
    }
    let ready = plan.entries.count(where: \.isReady)
    text += "\n\(ready) of \(plan.entries.count) targets can be packages of their own\n"
    return text
  }
}
