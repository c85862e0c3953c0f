import AppConsole
import ArgumentParser

/// What every command takes.
struct KitchenOptions: ParsableArguments {
  @OptionGroup var app: AppOptions

  @Option(
    help: ArgumentHelp(
      "The chef whose kitchen this is, by name or identifier.",
      discussion: "The default is the value of COOKR_KITCHEN, or the kitchens of all chefs.",
      valueName: "chef"
    )
  )
  var kitchen: String?
}
