import ArgumentParser

/// What goes back.
struct RefundAnswers: AnswerFlags {
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "The amount, such as '12.50'; '--yes' alone refunds everything.",
      valueName: "amount"
    )
  )
  var amount: [String] = []

  var byKey: [String: [String]] {
    ["amount": amount]
  }
}
