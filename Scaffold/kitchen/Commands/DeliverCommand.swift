import ArgumentParser
import StatusUpdatesInterface

struct DeliverCommand: StepSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "deliver",
    abstract: "Record that the customer has the meal."
  )
  static let step = KitchenStep.deliver

  @OptionGroup var options: KitchenOptions

  @Argument(help: "The order; without it, choose one.")
  var id: String?
}
