import APICompatibility
import RegistryModel

/// The rules of the comparison of public APIs.
struct RulesDocument: Document {
  private let rules: [Rule]

  init(_ rules: [Rule]) {
    self.rules = rules
  }

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
