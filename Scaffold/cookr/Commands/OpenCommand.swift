import ArgumentParser
import FlowKit
import Persistence

struct OpenCommand: AppCommand {
  static let configuration = CommandConfiguration(
    commandName: "open",
    abstract: "Open a link, such as 'cookr://order/thai?flavour=smoky'."
  )

  @OptionGroup var options: AppOptions
  @OptionGroup(title: "Answers") var answers: AnswerOptions

  @Argument(help: ArgumentHelp("The link.", valueName: "link"))
  var link: String

  func run(in session: AppSession) async throws {
    let deepLink = try DeepLink(link, scheme: "cookr")
    let entry = try FlowCatalogue.entry(for: deepLink)
    let presenter = session.presenter(answers)
    let outcome = try await session.withApp { app in
      try await app.links.save(link)
      return try await entry.run(deepLink.rest, app, presenter)
    }
    session.warnOfUnusedAnswers(presenter)
    session.console.print(outcome)
  }
}
