import ArgumentParser

/// The flags of all components, for the command that opens any link.
struct ComponentAnswers: ParsableArguments {
  @OptionGroup(title: "Answers") var order: OrderAnswers
  @OptionGroup(title: "Answers") var chef: ChefAnswers
  @OptionGroup(title: "Answers") var payment: PaymentAnswers
  @OptionGroup(title: "Answers") var refund: RefundAnswers

  var all: [any AnswerFlags] { [order, chef, payment, refund] }
}

/// Flags that answer the questions of one kind of flow; each is named by its question's key.
protocol AnswerFlags: ParsableArguments {
  var byKey: [String: [String]] { get }
}

/// Whether the person who runs the command agrees to everything in advance.
struct Agreement: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Confirm everything and accept each suggestion.")
  var yes = false
}
