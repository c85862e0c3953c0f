import ArgumentParser

/// What goes back.
struct RefundAnswers: AnswerFlags {
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "How much, such as '12.50'; '--yes' alone gives all back.",
      valueName: "amount"
    )
  )
  var amount: [String] = []

  var byKey: [String: [String]] {
    ["amount": amount]
  }
}
