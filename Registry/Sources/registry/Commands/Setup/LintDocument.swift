import Inspection

/// All that prevents a release.
struct LintDocument: Document {
  /// Whether there are no errors; warnings are possible.
  let clean: Bool
  let components: Int
  let errors: Int
  let warnings: Int
  let findings: [FindingDocument]

  init(_ result: Lint.Result) {
    findings = result.findings.map(FindingDocument.init)
    components = result.components
    errors = findings.count(where: \.isError)
    warnings = findings.count - errors
    clean = errors == 0
  }

  func text(style: Style, width: Int?) -> String {
    findings.text(style: style, listingAllWith: "--format json")
      + "checked \(counted(components, "component")): \(findings.summary(style: style))\n"
  }
}
