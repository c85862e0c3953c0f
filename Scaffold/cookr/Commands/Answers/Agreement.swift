import ArgumentParser

/// Whether the person who runs the command agrees to everything in advance.
struct Agreement: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Confirm everything and accept each suggestion.")
  var yes = false
}
