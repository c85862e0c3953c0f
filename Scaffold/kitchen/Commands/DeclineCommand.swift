import ArgumentParser
import StatusUpdatesInterface

struct DeclineCommand: StepSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "decline",
    abstract: "Decline an order, which cancels it; the customers' app refunds it."
  )
  static let step = KitchenStep.decline

  @OptionGroup var options: KitchenOptions

  @Argument(help: "The order; without it, choose one.")
  var id: String?
}
