import Versioning

/// The repositories that a mirror consists of.
struct RepositoriesDocument: Document {
  struct Component: Encodable {
    let name: String
    let repository: String
  }

  let components: [Component]

  init(_ repositories: [(component: ComponentName, repository: String)]) {
    components = repositories.map { Component(name: $0.component.text, repository: $0.repository) }
  }

  func text(style: Style, width: Int?) -> String {
    var table = Table("COMPONENT", "REPOSITORY")
    for component in components {
      table.add(Table.Cell(component.name, .bold), Table.Cell(component.repository))
    }
    return table.text(width: width, style: style)
  }
}
