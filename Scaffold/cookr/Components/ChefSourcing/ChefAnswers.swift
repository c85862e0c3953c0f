import ArgumentParser

/// Where the meal goes and who cooks it.
struct ChefAnswers: AnswerFlags {
  @Option(help: ArgumentHelp("The neighbourhood to deliver to.", valueName: "name"))
  var place: [String] = []

  @Option(help: ArgumentHelp("The chef to ask first.", valueName: "name"))
  var chef: [String] = []

  var byKey: [String: [String]] {
    ["place": place, "chef": chef]
  }
}
