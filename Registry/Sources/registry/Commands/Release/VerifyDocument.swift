import Inspection
import Versioning

/// The findings of a verification.
struct VerifyDocument: Document {
  /// More faults of one cause are counted.
  private static let mostFaults = 5

  struct Finding: Encodable {
    let severity: String
    let code: String
    let component: String?
    let version: String?
    let message: String
    let help: String?
  }

  let sound: Bool
  let components: Int
  let releases: Int
  let tags: Int
  let earlierRecords: Int?
  let findings: [Finding]

  init(_ verification: Verification) {
    sound = verification.isSound
    components = verification.components
    releases = verification.releases
    tags = verification.tags
    earlierRecords = verification.earlierRecords
    findings = verification.findings.map(Finding.init)
  }

  func text(style: Style, width: Int?) -> String {
    let same = Dictionary(grouping: findings.filter { $0.severity != "fault" }, by: \.sameness)
      .filter { $1.count > $1[0].mostAlike }
    var text = ""
    // What one command repairs is one fault for people.
    let causes = Dictionary(grouping: findings.filter { $0.severity == "fault" && $0.help != nil })
    {
      [$0.code, $0.help]
    }.filter { $0.value.count > Self.mostFaults }
    var told: Set<[String?]> = []
    for finding in findings where finding.severity == "fault" || same[finding.sameness] == nil {
      let isFault = finding.severity == "fault"
      let alike = isFault ? causes[[finding.code, finding.help]]?.count ?? 1 : 1
      if alike > 1, !told.insert([finding.code, finding.help]).inserted { continue }
      let subject = [finding.component, finding.version].compactMap(\.self).joined(separator: " ")
      text += style(isFault ? .red : .yellow, "\(finding.severity):")
      text += subject.isEmpty ? " " : " \(style(.bold, subject)): "
      text += finding.message.printable + "\n"
      if alike > 1 {
        text += "  and \(counted(alike - 1, "more fault")) of this kind (list them with '--json')\n"
      }
      if isFault || finding.isMissingTag { text += Self.help(finding.help, style) }
    }
    for notes in same.values.sorted(by: { $0[0].code < $1[0].code }) {
      let components = Set(notes.compactMap(\.component)).count
      text += "\(style(.yellow, "note:")) \(counted(notes.count, "release")) of"
      text += " \(counted(components, "component"))"
      text += notes[0].isMissingTag ? " have no tag here" : ": \(notes[0].message.printable)"
      text += " (list them with '--json')\n"
      if Set(notes.map(\.help)).count == 1 { text += Self.help(notes[0].help, style) }
    }
    let faults = findings.count { $0.severity == "fault" }
    let earlier = earlierRecords.map { ", \(counted($0, "earlier record"))" } ?? ""
    text += "verified \(counted(components, "component")), \(counted(releases, "release"))"
    text += " and \(counted(tags, "tag"))\(earlier): "
    return text
      + (faults == 0 ? style(.green, "no faults") : style(.red, counted(faults, "fault"))) + "\n"
  }
}

extension VerifyDocument {
  private static func help(_ help: String?, _ style: Style) -> String {
    help.map { "  \(style(.bold, "help:")) \($0.printable)\n" } ?? ""
  }
}

extension VerifyDocument.Finding {
  fileprivate var isMissingTag: Bool { code == "missing-tag" }

  /// Equal for notes that are only counted if there are many.
  ///
  /// What to do about missing tags is the same for all of them.
  fileprivate var sameness: [String?] { [code, isMissingTag ? help : message] }

  fileprivate var mostAlike: Int { isMissingTag ? 1 : 5 }

  init(_ finding: Inspection.Finding) {
    severity = finding.severity.rawValue
    code = finding.code.rawValue
    component = finding.component?.text
    version = finding.version?.description
    message = finding.message
    help = finding.help
  }
}
