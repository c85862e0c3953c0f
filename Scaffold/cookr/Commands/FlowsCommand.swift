import AppConsole
import ArgumentParser

struct FlowsCommand: AppCommand {
  static let configuration = CommandConfiguration(
    commandName: "flows",
    abstract: "List the flows that are built in, with their versions and links."
  )

  @OptionGroup var options: AppOptions

  func run(in session: AppSession) async throws {
    let components = AppComponent.all
    try session.console.print(FlowsDocument(components), or: .flows(components))
  }
}
