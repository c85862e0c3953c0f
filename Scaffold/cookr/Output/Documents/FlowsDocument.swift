import AppConsole
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

  init(_ components: [AppComponent]) {
    flows = components.flatMap { component in
      component.flows.map { flow in
        Flow(
          name: flow.name,
          title: flow.title,
          component: component.name,
          version: ComponentVersions.ofThisApp.version(of: component.name),
          links: flow.links.map { "cookr://\($0)" }
        )
      }
    }
  }
}
