import AppConsole
import ArgumentParser
import FlowKit

struct FlowsCommand: AppCommand {
  static let configuration = CommandConfiguration(
    commandName: "flows",
    abstract: "List the flows that are built in, with their versions and links."
  )

  @OptionGroup var options: AppOptions

  func run(in session: AppSession) async throws {
    let flows = AppComponent.all.flatMap { component in component.flows.map(component.document) }
    try session.console.print(["schema": 1, "flows": flows], or: .flows(AppComponent.all))
  }
}

extension AppComponent {
  fileprivate func document(of flow: FlowEntry) -> Document {
    [
      "name": flow.name, "title": flow.title, "component": name,
      "version": ComponentVersions.ofThisApp.version(of: name),
      "links": flow.links.map { "cookr://\($0)" },
    ]
  }
}

extension Page {
  static func flows(_ components: [AppComponent]) -> Page {
    let parts = components.flatMap { component -> [[Line]] in
      let version = ComponentVersions.ofThisApp.version(of: component.name) ?? "working tree"
      return component.flows.map { flow in
        let heading: [Line] = [
          .text(flow.title, role: .heading),
          .field("Component", "\(component.name) \(version)"),
        ]
        return heading + flow.links.map { .field("Link", "cookr://\($0)") }
      }
    }
    return Page(title: "Flows", lines: Array(parts.joined(separator: [.gap])))
  }
}
