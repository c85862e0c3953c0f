import ArgumentParser

/// How a verb is to show its result.
struct OutputFlags: ParsableArguments {
  @Flag(help: "Print the result as JSON, as Documentation/registry-json.md describes it.")
  var json = false

  @Flag(help: "Print the result and errors, and nothing beside them.")
  var quiet = false

  var options: OutputOptions { OutputOptions(isJSON: json, isQuiet: quiet) }
}
