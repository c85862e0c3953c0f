import APICompatibility

/// The rules of the comparison of public APIs.
struct RulesDocument: Document {
  struct Entry: Encodable {
    let name: String
    /// `breaking`, `additive` or `unchanged`.
    let effect: String
    /// Whose code no longer compiles: `callers`, `conformers`, `overriders`, `extenders`, `values`.
    let clients: [String]
    let sentence: String
    let before: String
    let after: String
    let client: String
    let reference: String
  }

  /// The version of the rules together, which records name.
  let version: Int
  let rules: [Entry]

  init(_ rules: [Rule]) {
    version = Rule.setVersion
    self.rules = rules.map { rule in
      Entry(
        name: rule.name,
        effect: rule.effect.rawValue,
        clients: rule.clients.map(\.rawValue),
        sentence: rule.sentence,
        before: rule.example.before,
        after: rule.example.after,
        client: rule.example.client,
        reference: rule.reference
      )
    }
  }

  func text(style: Style, width: Int?) -> String {
    if rules.count == 1, let rule = rules.first { return text(of: rule, style) }
    var table = Table("RULE", "API CHANGE", "BREAKS THOSE WHO")
    for rule in rules {
      let look: Style.Look? =
        switch rule.effect {
        case "breaking": .red
        case "additive": .green
        default: nil
        }
      table.add(.init(rule.name), .init(rule.effect, look), .init(words(of: rule)))
    }
    return table.text(width: width, style: style)
      + "\n\(counted(rules.count, "rule")), version \(version); 'registry rules NAME' explains one\n"
  }

  private func text(of rule: Entry, _ style: Style) -> String {
    var text = "\(style(.bold, rule.name)): \(rule.effect)\n\n\(rule.sentence)\n"
    if !rule.clients.isEmpty { text += "It breaks the code of those who \(words(of: rule)).\n" }
    for (title, code) in [("before", rule.before), ("after", rule.after), ("client", rule.client)]
    where !code.isEmpty || title == "after" {
      let lines = code.isEmpty ? ["(nothing)"] : code.split(separator: "\n").map(String.init)
      text += "\n\(title):\n" + lines.map { "  \($0)\n" }.joined()
    }
    return text + "\n\(rule.reference)\n"
  }

  private func words(of rule: Entry) -> String {
    rule.clients.compactMap { Rule.Client(rawValue: $0)?.words }.joined(separator: ", or ")
  }
}
