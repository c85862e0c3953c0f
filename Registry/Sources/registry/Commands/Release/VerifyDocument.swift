import Inspection
import Versioning

/// The findings of a verification.
struct VerifyDocument: Document {
  /// More notes that say the same are only counted.
  private static let mostNotes = 5

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
    var text = ""
    let notes = Dictionary(grouping: findings.filter { $0.severity != "fault" }) { note in
      [note.code, note.message]
    }.values.filter { $0.count > Self.mostNotes }
    let many = Set(notes.compactMap { $0.first.map { [$0.code, $0.message] } })
    for finding in findings where !many.contains([finding.code, finding.message]) {
      let isFault = finding.severity == "fault"
      let subject = [finding.component, finding.version].compactMap(\.self).joined(separator: " ")
      text += style(isFault ? .red : .yellow, "\(finding.severity):")
      text += subject.isEmpty ? " " : " \(style(.bold, subject)): "
      text += finding.message.printable + "\n"
      if isFault, let help = finding.help {
        text += "  \(style(.bold, "help:")) \(help.printable)\n"
      }
    }
    for note in notes.compactMap(\.first).sorted(by: { $0.code < $1.code }) {
      let same = findings.filter { $0.code == note.code && $0.message == note.message }
      let components = Set(same.compactMap(\.component)).count
      text += "\(style(.yellow, "note:")) \(counted(same.count, "release")) of"
      text += " \(counted(components, "component")): \(note.message.printable)"
      text += " (list them with '--json')\n"
    }
    let faults = findings.count { $0.severity == "fault" }
    let earlier = earlierRecords.map { ", \(counted($0, "earlier record"))" } ?? ""
    text += "verified \(counted(components, "component")), \(counted(releases, "release"))"
    text += " and \(counted(tags, "tag"))\(earlier): "
    return text
      + (faults == 0 ? style(.green, "no faults") : style(.red, counted(faults, "fault"))) + "\n"
  }
}

extension VerifyDocument.Finding {
  init(_ finding: Inspection.Finding) {
    severity = finding.severity.rawValue
    code = finding.code.rawValue
    component = finding.component?.text
    version = finding.version?.description
    message = finding.message
    help = finding.help
  }
}
