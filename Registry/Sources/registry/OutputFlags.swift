import ArgumentParser

/// The options for the output of a command.
struct OutputFlags: ParsableArguments {
  @Flag(help: "Print the result as JSON (see 'man registry-json').")
  var json = false

  @Flag(help: "Print only the result and errors.")
  var quiet = false

  var options: OutputOptions { OutputOptions(isJSON: json, isQuiet: quiet) }
}
