import Inspection
import RegistryModel
import Versioning

/// The findings of a verification.
struct VerifyDocument: Document {
  /// More faults of one cause are counted.
  private static let mostFaults = 5

  private let verification: Verification
  private var findings: [Finding] { verification.findings }

  init(_ verification: Verification) {
    self.verification = verification
  }

  var members: JSONMembers {
    [
      "sound": verification.isSound,
      "components": verification.components,
      "releases": verification.releases,
      "tags": verification.tags,
      "signatures": verification.signatures,
      "earlierRecords": verification.earlierRecords,
      "findings": findings,
    ]
  }

  func text(style: Style, width: Int?) -> String {
    let same = Dictionary(grouping: findings.filter { $0.severity != .fault }, by: \.sameness)
      .filter { $1.count > $1[0].mostAlike }
    var text = ""
    // What one command repairs is one fault for people.
    let causes = Dictionary(grouping: findings.filter { $0.severity == .fault && $0.help != nil }) {
      [$0.code.rawValue, $0.help]
    }.filter { $0.value.count > Self.mostFaults }
    var told: Set<[String?]> = []
    for finding in findings where finding.severity == .fault || same[finding.sameness] == nil {
      let isFault = finding.severity == .fault
      let alike = isFault ? causes[[finding.code.rawValue, finding.help]]?.count ?? 1 : 1
      if alike > 1, !told.insert([finding.code.rawValue, finding.help]).inserted { continue }
      let subject = finding.subject
      text += style(isFault ? .red : .yellow, "\(finding.severity.rawValue):")
      text += subject.isEmpty ? " " : " \(style(.bold, subject)): "
      text += finding.message.printable + "\n"
      if alike > 1 {
        text += "  and \(counted(alike - 1, "more fault")) of this kind (list them with '--json')\n"
      }
      if isFault || finding.isMissingTag { text += Self.help(finding.help, style) }
    }
    for notes in same.values.sorted(by: { $0[0].code.rawValue < $1[0].code.rawValue }) {
      let components = Set(notes.compactMap(\.component)).count
      text += "\(style(.yellow, "note:")) \(counted(notes.count, "release")) of"
      text += " \(counted(components, "component"))"
      text += notes[0].isMissingTag ? " have no tag here" : ": \(notes[0].message.printable)"
      text += " (list them with '--json')\n"
      if Set(notes.map(\.help)).count == 1 { text += Self.help(notes[0].help, style) }
    }
    let faults = findings.count { $0.severity == .fault }
    let earlier = verification.earlierRecords.map { ", \(counted($0, "earlier record"))" } ?? ""
    text += "verified \(counted(verification.components, "component")), "
    text += "\(counted(verification.releases, "release"))"
    if verification.signatures > 0 {
      text += ", \(counted(verification.signatures, "signature"))"
    }
    text += " and \(counted(verification.tags, "tag"))\(earlier): "
    return text
      + (faults == 0 ? style(.green, "no faults") : style(.red, counted(faults, "fault"))) + "\n"
  }
}

extension VerifyDocument {
  private static func help(_ help: String?, _ style: Style) -> String {
    help.map { "  \(style(.bold, "help:")) \($0.printable)\n" } ?? ""
  }
}

extension Finding: JSONObjectRepresentable {
  var members: JSONMembers {
    [
      "severity": severity.rawValue,
      "code": code.rawValue,
      "component": component,
      "version": version,
      "message": message,
      "help": help,
    ]
  }

  fileprivate var subject: String {
    [component?.text, version?.description].compactMap(\.self).joined(separator: " ")
  }

  fileprivate var isMissingTag: Bool { code.rawValue == "missing-tag" }

  /// Equal for notes that are only counted if there are many.
  ///
  /// What to do about missing tags is the same for all of them.
  fileprivate var sameness: [String?] { [code.rawValue, isMissingTag ? help : message] }

  fileprivate var mostAlike: Int { isMissingTag ? 1 : 5 }
}
