import Base
import Content
import Git
import Model
import Reports

extension Lint.Result {
  /// Workflow commands that GitHub shows beside the lines, one for each finding.
  var githubCommands: String {
    findings.map { finding in
      let properties = [
        ("file", finding.place.file.description), ("line", finding.place.line.map(String.init)),
        ("col", finding.place.column.map(String.init)), ("title", finding.rule),
      ].compactMap { key, value in value.map { "\(key)=\($0.escapedProperty)" } }
      // GitHub calls it otherwise.
      let command = finding.severity == .note ? "notice" : finding.severity.rawValue
      return "::\(command) \(properties.joined(separator: ","))"
        + "::\(finding.messageWithHelp.escapedData)\n"
    }.joined()
  }

  /// The findings in the Static Analysis Results Interchange Format 2.1.0.
  var sarif: JSONMembers {
    let rules = Set(findings.map(\.rule)).sorted().map { ["id": $0] as JSONMembers }
    return [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
      "version": "2.1.0",
      "runs": [
        [
          "tool": ["driver": ["name": "registry", "rules": rules] as JSONMembers] as JSONMembers,
          "results": findings.map(\.sarif),
        ] as JSONMembers
      ],
    ]
  }
}

extension PackageFinding {
  fileprivate var messageWithHelp: String {
    error.message + (error.help.map { "\nhelp: \($0)" } ?? "")
  }

  fileprivate var sarif: JSONMembers {
    let region = place.line.map {
      ["startLine": $0, "startColumn": place.column] as JSONMembers
    }
    let file: JSONMembers = ["uri": place.file.description.uriPath]
    let location: JSONMembers = [
      "physicalLocation": ["artifactLocation": file, "region": region] as JSONMembers
    ]
    return [
      "ruleId": rule,
      "level": severity.rawValue,
      "message": ["text": messageWithHelp] as JSONMembers,
      "locations": [location],
    ]
  }
}

extension String {
  /// As the text of a workflow command has to be written.
  var escapedData: String {
    replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
  }

  /// As the value of a workflow command's property has to be written.
  var escapedProperty: String {
    escapedData.replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}

extension String {
  /// The path as a relative reference: all but what needs no encoding is encoded.
  var uriPath: String {
    utf8.map { byte in
      let scalar = UnicodeScalar(byte)
      let isPlain =
        scalar.isASCII
        && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
          || "-._~/@+".unicodeScalars.contains(scalar))
      let digits = String(byte, radix: 16, uppercase: true)
      return isPlain ? String(scalar) : "%" + (digits.count == 1 ? "0" : "") + digits
    }.joined()
  }
}
