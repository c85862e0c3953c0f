import Base
import Content
import Git
import Model

/// Something that prevents a release, or that is worth knowing about a package.
extension PackageFinding: JSONObjectRepresentable {
  var members: JSONMembers {
    [
      "severity": severity.rawValue,
      "rule": rule,
      "component": component,
      "file": place.file,
      "line": place.line,
      "column": place.column,
      "message": error.message,
      "help": error.help,
    ]
  }

  var isError: Bool { severity == .error }

  /// `Components/Menu/Package.swift:12:5`, as compilers write it.
  fileprivate var address: String {
    ([place.file.description] + [place.line, place.column].compactMap { $0.map(String.init) })
      .joined(separator: ":")
  }
}

extension PackageFinding.Severity {
  fileprivate var look: Style.Look {
    switch self {
    case .error: .red
    case .warning: .yellow
    case .note: .dim
    }
  }
}

extension [PackageFinding] {
  /// The number of warnings and notes of each rule that are listed: in a large repository, all
  /// components may have one.
  private static var mostWarnings: Int { 10 }

  /// Returns the findings by rule, with the help below those that have it in common; rules for
  /// published packages only come last.
  ///
  /// - Parameter all: The option that lists all of them.
  func text(style: Style, listingAllWith all: String) -> String {
    var text = ""
    var hasNotes = false
    for group in folded(by: { [$0.severity.rawValue, $0.rule] }) {
      let isError = group[0].isError
      if group[0].severity == .note, !hasNotes {
        text += "before internal components can be published:\n"
        hasNotes = true
      }
      let heading = "\(group[0].severity.rawValue): \(group[0].rule)"
      text += style(group[0].severity.look, heading) + " (\(group.count))\n"
      let shown = isError ? group : Array(group.prefix(Self.mostWarnings))
      for sameHelp in shown.folded(by: \.error.help) {
        for finding in sameHelp {
          text +=
            "  \(style(.bold, finding.address.printable)): \(finding.error.message.printable)\n"
        }
        text += style.help(sameHelp[0].error.help)
      }
      if shown.count < group.count {
        text += "  … and \(group.count - shown.count) more, which '\(all)' lists\n"
      }
    }
    return text
  }

  /// `2 errors and 1 warning`, or `no findings`.
  func summary(style: Style) -> String {
    let errors = count(where: \.isError)
    let warnings = count { $0.severity == .warning }
    let notes = count { $0.severity == .note }
    let parts = [
      errors == 0 ? nil : style(.red, counted(errors, "error")),
      warnings == 0 ? nil : style(.yellow, counted(warnings, "warning")),
    ].compactMap(\.self)
    let summary = parts.isEmpty ? style(.green, "no findings") : parts.joined(separator: " and ")
    return notes == 0 ? summary : "\(summary); \(notes) before publishing"
  }
}
