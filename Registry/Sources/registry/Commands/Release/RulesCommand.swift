import APICompatibility
import ArgumentParser
import Errors
import Versioning
import Workspace

struct RulesCommand: ShowingCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules",
    abstract: "Show the rules by which public APIs are compared.",
    usage: "registry rules [<name>] [--markdown] [<options>]",
    discussion: """
      Lists the rules, with what each means for the next version. With a name, shows that rule: \
      whose code it concerns, an example, and where Swift defines it. 'diff --api', 'plan' and \
      refusals name the rule of each change.

        registry rules
        registry rules renamed
        registry rules --markdown
      """
  )

  @Argument(
    help: "The rule.",
    completion: .list(Rule.all.map(\.name))
  )
  var name: String?

  @Flag(help: "Print all rules as a page in Markdown.")
  var markdown = false

  @OptionGroup(title: "Common Options") var outputFlags: OutputFlags

  var output: OutputOptions { outputFlags.options }

  func run(_ console: Console) throws {
    if markdown { return try console.show(RulePage()) }
    try console.show(RulesDocument(try name.map { [try Self.rule(named: $0)] } ?? Rule.all))
  }

  private static func rule(named name: String) throws -> Rule {
    if let rule = Rule.named(name) { return rule }
    let near = Suggestion.nearest(to: name, in: Rule.all.map(\.name))
    throw OperationError(
      .unknownRule,
      "unknown rule '\(name)'",
      help: near.map { "did you mean '\($0)'?" } ?? "'registry rules' lists them"
    )
  }
}
