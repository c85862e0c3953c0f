import ArgumentParser
import StatusUpdatesInterface

struct AcceptCommand: StepSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "accept",
    abstract: "Accept an order, so that no other kitchen cooks it."
  )
  static let step = KitchenStep.accept

  @OptionGroup var options: KitchenOptions

  @Argument(help: "The order; without it, choose one.")
  var id: String?
}
