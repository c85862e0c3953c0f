import Model
import Versions

/// The repositories that a mirror consists of.
struct RepositoriesDocument: Document {
  let repositories: [(component: ComponentName, repository: String)]

  var members: JSONMembers {
    [
      "components": repositories.map {
        ["name": $0.component, "repository": $0.repository] as JSONMembers
      }
    ]
  }

  func text(style: Style, width: Int?) -> String {
    var table = Table("COMPONENT", "REPOSITORY")
    for (component, repository) in repositories {
      table.add(Table.Cell(component.text, .bold), Table.Cell(repository))
    }
    return table.text(width: width, style: style)
  }
}
