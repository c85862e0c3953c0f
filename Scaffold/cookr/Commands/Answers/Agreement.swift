import ArgumentParser

/// Whether whoever runs the command agrees to everything beforehand.
struct Agreement: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Confirm everything and accept each suggestion.")
  var yes = false
}
