import APICompatibility

/// The rules as a page of documentation.
struct RulePage: Document {
  var members: JSONMembers { ["markdown": RuleManual.markdown] }

  func text(style: Style, width: Int?) -> String { RuleManual.markdown }
}
