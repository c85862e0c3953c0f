import AppConsole
import ArgumentParser

/// What every command takes.
struct KitchenOptions: ParsableArguments {
  @OptionGroup var app: AppOptions

  @Option(
    help: ArgumentHelp(
      "The name of this kitchen.",
      discussion: "The default is the value of COOKR_KITCHEN, or 'kitchen'.",
      valueName: "name"
    )
  )
  var kitchen: String?
}
