import ArgumentParser

/// Flags that answer the questions of one kind of flow; each is named by its question's key.
protocol AnswerFlags: ParsableArguments {
  /// The answers by the questions' keys.
  var byKey: [String: [String]] { get }
}

/// Whether the person who runs the command agrees to everything in advance.
struct Agreement: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Confirm everything and accept each suggestion.")
  var yes = false
}
