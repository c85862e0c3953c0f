import ArgumentParser

/// The flags of all components, for the command that opens any link.
struct ComponentAnswers: ParsableArguments {
  @OptionGroup(title: "Answers") var order: OrderAnswers
  @OptionGroup(title: "Answers") var chef: ChefAnswers
  @OptionGroup(title: "Answers") var payment: PaymentAnswers
  @OptionGroup(title: "Answers") var refund: RefundAnswers

  var all: [any AnswerFlags] { [order, chef, payment, refund] }
}
