import ArgumentParser
import StatusUpdatesInterface

struct HandOverCommand: StepSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "hand-over",
    abstract: "Hand a meal over to the courier."
  )
  static let step = KitchenStep.handOver

  @OptionGroup var options: KitchenOptions

  @Argument(help: "The order; without it, choose one.")
  var id: String?
}
