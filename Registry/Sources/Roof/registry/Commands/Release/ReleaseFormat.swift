import ArgumentParser
import ServerArguments

/// How a plan and its releases are printed.
enum ReleaseFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json, markdown
}

/// The option for it, beside `--json`.
struct ReleaseFormatOptions: ParsableArguments {
  @Option(
    value: "format",
    help: "The format of the output; 'markdown' is the text of a pull request."
  )
  var format: ReleaseFormat?

  var isMarkdown: Bool { format == .markdown }
}
