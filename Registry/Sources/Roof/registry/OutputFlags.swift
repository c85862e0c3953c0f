import ArgumentParser
import ServerArguments

extension ColorChoice: ExpressibleByArgument {}

/// The options for the output of a command.
struct OutputFlags: ParsableArguments {
  @Flag(help: "Print the result as JSON (see 'man registry-json').")
  var json = false

  @Flag(
    name: .shortAndLong,
    help: "Print only the result and errors. [env: REGISTRY_PROGRESS=never, for progress]"
  )
  var quiet = false

  @Option(value: "when", help: "Colour the output; 'auto' does in a terminal. [env:NO_COLOR]")
  var color = ColorChoice.auto

  var options: OutputOptions { OutputOptions(isJSON: json, isQuiet: quiet, color: color) }
}
