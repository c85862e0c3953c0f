import Base
import Model
import SemverRules
import Versions
import ArgumentParser

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

  @Argument(help: "The rule.", completion: .list(Rule.all.map(\.name)))
  var name: String?

  @Flag(help: "Print all rules as a page in Markdown.")
  var markdown = false

  @OptionGroup(title: "Common Options") var outputFlags: OutputFlags

  var output: OutputOptions { outputFlags.options }

  func run(_ console: Console) throws {
    if markdown { return try console.show(RulePage()) }
    try console.show(RulesDocument(rules: try name.map { [try Self.rule(named: $0)] } ?? Rule.all))
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

/// The rules of the comparison of public APIs.
struct RulesDocument: Document {
  let rules: [Rule]

  // The version of the rules together is the one that records name.
  var members: JSONMembers { ["version": Rule.setVersion, "rules": rules] }

  func text(style: Style, width: Int?) -> String {
    if rules.count == 1, let rule = rules.first { return text(of: rule, style) }
    var table = Table("RULE", "API CHANGE", "BREAKS THOSE WHO")
    for rule in rules {
      let look: Style.Look? =
        switch rule.effect {
        case .breaking: .red
        case .additive: .green
        case .unchanged: nil
        }
      table.add(.init(rule.name), .init(rule.effect.rawValue, look), .init(rule.clientWords))
    }
    return table.text(width: width, style: style)
      + "\n\(counted(rules.count, "rule")), version \(Rule.setVersion); 'registry rules NAME' explains one\n"
  }

  private func text(of rule: Rule, _ style: Style) -> String {
    var text = "\(style(.bold, rule.name)): \(rule.effect.rawValue)\n\n\(rule.sentence)\n"
    if !rule.clients.isEmpty { text += "It breaks the code of those who \(rule.clientWords).\n" }
    let example = rule.example
    for (title, code) in [
      ("before", example.before), ("after", example.after), ("client", example.client),
    ] where !code.isEmpty || title == "after" {
      let lines = code.isEmpty ? ["(nothing)"] : code.split(separator: "\n").map(String.init)
      text += "\n\(title):\n" + lines.map { "  \($0)\n" }.joined()
    }
    return text + "\n\(rule.reference)\n"
  }
}

extension Rule: JSONObjectRepresentable {
  var members: JSONMembers {
    [
      "name": name,
      "effect": effect.rawValue,
      "clients": clients.map(\.rawValue),
      "sentence": sentence,
      "before": example.before,
      "after": example.after,
      "client": example.client,
      "reference": reference,
    ]
  }

  fileprivate var clientWords: String { clients.map(\.words).joined(separator: ", or ") }
}

/// The rules as a page of documentation.
struct RulePage: Document {
  var members: JSONMembers { ["markdown": RuleManual.markdown] }

  func text(style: Style, width: Int?) -> String { RuleManual.markdown }
}
