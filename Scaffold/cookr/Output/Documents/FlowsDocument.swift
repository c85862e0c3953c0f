/// `cookr flows --json`.
struct FlowsDocument: Encodable {
  struct Flow: Encodable {
    let name: String
    let title: String
    let component: String
    let version: String?
    let links: [String]
  }

  let schema = 1
  let flows: [Flow]

  init(_ entries: [FlowEntry]) {
    flows = entries.map { entry in
      Flow(
        name: entry.name,
        title: entry.title,
        component: entry.component,
        version: ComponentVersions.version(of: entry.component),
        links: entry.links.map { "cookr://\($0)" }
      )
    }
  }
}
