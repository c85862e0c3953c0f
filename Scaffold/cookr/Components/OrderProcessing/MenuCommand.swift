import AppConsole
import ArgumentParser
import OrderProcessing

struct MenuCommand: AppCommand {
  static let configuration = CommandConfiguration(
    commandName: "menu",
    abstract: "List the dishes and the flavours."
  )

  @OptionGroup var options: AppOptions

  func run(in session: AppSession) async throws {
    let menu = try Menu.bundled()
    try session.console.print(MenuDocument(menu), or: menu.page)
  }
}
