import ArgumentParser

extension ColorChoice: ExpressibleByArgument {}

/// The options for the output of a command.
struct OutputFlags: ParsableArguments {
  @Flag(help: "Print the result as JSON (see 'man registry-json').")
  var json = false

  @Flag(name: .shortAndLong, help: "Print only the result and errors.")
  var quiet = false

  @Option(
    help: ArgumentHelp(
      "Color the output; 'auto' does in a terminal, unless NO_COLOR is set.",
      valueName: "when"
    )
  )
  var color = ColorChoice.auto

  var options: OutputOptions { OutputOptions(isJSON: json, isQuiet: quiet, color: color) }
}
