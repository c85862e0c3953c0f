#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension LintDocument {
  /// Workflow commands that GitHub shows beside the lines, one for each finding.
  var githubCommands: String {
    findings.map { finding in
      let properties = [
        ("file", finding.file), ("line", finding.line.map(String.init)),
        ("col", finding.column.map(String.init)), ("title", finding.rule),
      ].compactMap { key, value in value.map { "\(key)=\($0.escapedProperty)" } }
      let help = finding.help.map { "\nhelp: \($0)" } ?? ""
      return "::\(finding.severity) \(properties.joined(separator: ","))"
        + "::\((finding.message + help).escapedData)\n"
    }.joined()
  }

  /// The findings in the Static Analysis Results Interchange Format 2.1.0.
  func sarif() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(SARIFLog(findings)), as: UTF8.self) + "\n"
  }
}

extension String {
  /// As the text of a workflow command has to be written.
  fileprivate var escapedData: String {
    replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
  }

  /// As the value of a workflow command's property has to be written.
  fileprivate var escapedProperty: String {
    escapedData.replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}

/// The part of the format that findings need.
private struct SARIFLog: Encodable {
  let schema = "https://json.schemastore.org/sarif-2.1.0.json"
  let version = "2.1.0"
  let runs: [Run]

  enum CodingKeys: String, CodingKey {
    case schema = "$schema"
    case version, runs
  }

  struct Run: Encodable {
    let tool: Tool
    let results: [Result]
  }

  struct Tool: Encodable {
    let driver: Driver
  }

  struct Driver: Encodable {
    let name = "registry"
    let rules: [Rule]
  }

  struct Rule: Encodable {
    let id: String
  }

  struct Result: Encodable {
    let ruleId: String
    let level: String
    let message: Message
    let locations: [Location]
  }

  struct Message: Encodable {
    let text: String
  }

  struct Location: Encodable {
    let physicalLocation: PhysicalLocation
  }

  struct PhysicalLocation: Encodable {
    let artifactLocation: Artifact
    let region: Region?
  }

  struct Artifact: Encodable {
    let uri: String
  }

  struct Region: Encodable {
    let startLine: Int
    let startColumn: Int?
  }

  init(_ findings: [FindingDocument]) {
    let rules = Set(findings.map(\.rule)).sorted().map(Rule.init)
    let results = findings.map { finding in
      Result(
        ruleId: finding.rule,
        level: finding.severity,
        message: Message(text: finding.message + (finding.help.map { "\nhelp: \($0)" } ?? "")),
        locations: [
          Location(
            physicalLocation: PhysicalLocation(
              artifactLocation: Artifact(uri: finding.file.uriPath),
              region: finding.line.map { Region(startLine: $0, startColumn: finding.column) }
            )
          )
        ]
      )
    }
    runs = [Run(tool: Tool(driver: Driver(rules: rules)), results: results)]
  }
}

extension String {
  /// The path as a relative reference: all but what needs no encoding is encoded.
  fileprivate var uriPath: String {
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
