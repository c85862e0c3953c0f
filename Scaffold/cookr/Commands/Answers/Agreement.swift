import ArgumentParser

/// Whether whoever runs the command agrees to everything beforehand.
struct Agreement: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Confirm everything and take each suggestion.")
  var yes = false
}
