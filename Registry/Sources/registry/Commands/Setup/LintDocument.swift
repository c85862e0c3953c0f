import Inspection
import PackageRules
import RegistryModel

/// All that prevents a release.
struct LintDocument: Document {
  private let result: Lint.Result
  var findings: [PackageFinding] { result.findings }

  init(_ result: Lint.Result) {
    self.result = result
  }

  /// Whether there are no errors; warnings are possible.
  var isClean: Bool { !findings.contains(where: \.isError) }

  var members: JSONMembers {
    let errors = findings.count(where: \.isError)
    return [
      "clean": isClean,
      "components": result.components,
      "errors": errors,
      "warnings": findings.count { $0.severity == .warning },
      "notes": findings.count { $0.severity == .note },
      "findings": findings,
    ]
  }

  func text(style: Style, width: Int?) -> String {
    findings.text(style: style, listingAllWith: "--format json")
      + "checked \(counted(result.components, "component")): \(findings.summary(style: style))\n"
  }
}
