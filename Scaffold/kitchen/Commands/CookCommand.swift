import ArgumentParser
import StatusUpdatesInterface

struct CookCommand: StepSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "cook",
    abstract: "Start to cook an accepted order."
  )
  static let step = KitchenStep.cook

  @OptionGroup var options: KitchenOptions

  @Argument(help: "The order; without it, choose one.")
  var id: String?
}
