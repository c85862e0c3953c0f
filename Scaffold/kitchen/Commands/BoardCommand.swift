import AppConsole
import ArgumentParser
import FlowKit

struct BoardCommand: KitchenSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "board",
    abstract: "Show the orders on a web page, with a button for each step.",
    discussion: """
      The page is served to this machine alone, and opened by the link that is printed. It follows \
      what any process records. Control-C ends it.
      """
  )

  @OptionGroup var options: KitchenOptions

  @Option(help: ArgumentHelp("The port; without it, a free one.", valueName: "number"))
  var port: UInt16?

  func run(in session: KitchenSession) async throws {
    let app = try session.makeApp()
    let watch = BoardWatch(app, at: try session.databasePath(), reopen: session.makeApp)
    let server = BoardServer(watch: watch, kitchen: app.kitchenName) { session.console.note($0) }
    do {
      try await server.run(on: port ?? 0) { link in
        try session.console.print(
          ["schema": 1, "link": link],
          or: .board(at: link, of: app.kitchenName)
        )
      }
    } catch is CancellationError {
      // Control-C is how a board is closed.
    }
  }
}

extension Page {
  fileprivate static func board(at link: String, of kitchen: String) -> Page {
    Page(
      title: "Board of \(kitchen)",
      lines: [.text(link, role: .strong), .text("Control-C closes it.", role: .muted)]
    )
  }
}
