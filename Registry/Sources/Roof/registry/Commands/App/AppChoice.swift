import ArgumentParser
import ServerArguments

/// The option that selects an app.
struct AppChoice: ParsableArguments {
  @Option(
    name: .customLong("app"),
    value: OptionValue("name", .apps),
    help: "The app, if the manifest lists several."
  )
  private var current: String?

  @Option(
    name: .customLong("scaffold"),
    help: ArgumentHelp("The former name of --app.", valueName: "name", visibility: .hidden),
    completion: .apps
  )
  private var former: String?

  var app: String? { current ?? former }

  func validate() throws {
    guard current == nil || former == nil else {
      throw ValidationError("'--scaffold' is the former name of '--app': give only one of them")
    }
  }
}
