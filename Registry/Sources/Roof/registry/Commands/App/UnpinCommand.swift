import ArgumentParser
import Apps
import Model
import Versions

struct UnpinCommand: WritingVerb {
  static let configuration = CommandConfiguration(
    commandName: "unpin",
    abstract: "Build the app from the working tree of a component again.",
    usage: "registry unpin <name> [--app <name>] [<options>]",
    discussion: """
      Removes the pin from the manifest. If another pinned release requires the component, the app \
      is still built from a release of it.

        registry unpin Payments
      """
  )

  @Argument(help: "The component.", completion: .components)
  var name: String

  @OptionGroup var choice: AppChoice

  @OptionGroup var writing: WritingOptions

  @OptionGroup(title: "Common Options") var global: GlobalOptions

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    let unpin = PinComponent(
      component: name,
      pin: nil,
      app: choice.app ?? onlyApp(in: workspace),
      context: writing.context(console)
    )
    try writing.perform(unpin, as: "unpinned", in: workspace, console)
  }

  /// Returns the one app that pins the component; `nil` if there are more, or none.
  private func onlyApp(in workspace: borrowing Workspace) -> String? {
    guard let manifest = try? workspace.currentManifest(),
      let component = try? manifest.component(named: name).name
    else { return nil }
    let apps = manifest.apps.filter { $0.value.pins[component] != nil }.keys
    return apps.count == 1 ? apps.first?.text : nil
  }
}
