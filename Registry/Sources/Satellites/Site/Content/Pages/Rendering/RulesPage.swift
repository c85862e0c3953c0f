import SemverRules

/// The values of the template of the rules by which public APIs are compared.
struct RulesPage: Sendable {
  let page: PageFrame
  /// Finished HTML, with an anchor for each rule.
  let rules = Self.html

  private static let html = Markdown(rawHTML: .hidden, headings: .from(1), anchors: "")
    .html(of: RuleManual.markdown)
}
