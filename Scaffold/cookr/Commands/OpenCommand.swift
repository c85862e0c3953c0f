import AppConsole
import ArgumentParser
import FlowKit

struct OpenCommand: AppCommand {
  static let configuration = CommandConfiguration(
    commandName: "open",
    abstract: "Open a link, such as 'cookr://order/thai?flavour=smoky'."
  )

  @OptionGroup var options: AppOptions
  @OptionGroup var kitchen: DemoOption
  @OptionGroup var answers: ComponentAnswers
  @OptionGroup(title: "Answers") var agreement: Agreement

  @Argument(help: ArgumentHelp("The link.", valueName: "link"))
  var link: String

  func run(in session: AppSession) async throws {
    let deepLink = try DeepLink(link, scheme: "cookr")
    let entry = try FlowCatalogue.entry(for: deepLink)
    let presenter = session.presenter(answers.all, yes: agreement.yes)
    try await session.withApp(isDemo: kitchen.demo) { app in
      let outcome = try await app.opening(link) {
        try await entry.open(deepLink.rest, in: app, on: presenter)
      }
      session.warnOfUnusedAnswers(presenter)
      try session.console.print(outcome)
    }
  }
}
