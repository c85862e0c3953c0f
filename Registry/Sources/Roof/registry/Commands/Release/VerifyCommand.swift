import ArgumentParser
import Content
import Model
import Reports
import ServerArguments
import Versions

struct VerifyCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Check all releases against the repository.",
    usage: "registry verify [--since <revision>] [--roots <path>] [<options>]",
    discussion: """
      Reads every log, creates each release's archive again and compares its checksum, and checks \
      that trees, source commits, tags, requirements, the manifest, its pins and their resolution \
      agree with the records. Signatures are checked, with the certificates as of the release. Everything is checked as it is in the newest commit. Nothing is \
      changed, and no cached results are used.

      If there is a fault, the exit status is 1. A note is not a fault: a clone often lacks tags, \
      for example, which 'registry tags' creates.

        registry verify
        registry verify --since origin/main   also check that no record of this
                                              revision is missing or changed
      """
  )

  @Option(value: .revision, help: "Also check that every record of this revision still exists.")
  var since: String?

  @Option(
    value: OptionValue("path", .file()),
    help: "A certificate that signatures must lead to, or a folder of some. (default: those in the"
      + " manifest)"
  )
  var roots: [String] = []

  @OptionGroup(title: "Common Options") var global: GlobalOptions

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    let trusted = try roots.isEmpty ? nil : TrustedRoots.reading(roots)
    let verification = try console.clearingProgress {
      try Verify(since: since, roots: trusted) { console.showProgress($0) }.run(in: workspace)
    }
    try console.show(verification)
    console.noteUnlistedPackages(in: workspace)
    if !verification.isSound { throw ExitCode(1) }
  }
}

extension Verification: Document {
  /// More faults of one cause are counted.
  private static let mostFaults = 5

  var members: JSONMembers {
    [
      "sound": isSound,
      "components": components,
      "releases": releases,
      "tags": tags,
      "signatures": signatures,
      "earlierRecords": earlierRecords,
      "findings": findings,
    ]
  }

  func text(style: Style, width: Int?) -> String {
    let same = Dictionary(grouping: findings.filter { $0.severity != .fault }, by: \.sameness)
      .filter { $1.count > $1[0].mostAlike }
    var text = ""
    let single = findings.filter { $0.severity == .fault || same[$0.sameness] == nil }
    for alike in single.folded(moreThan: Self.mostFaults, by: \.cause) {
      let finding = alike[0]
      let isFault = finding.severity == .fault
      let subject = finding.subject
      text += style(isFault ? .red : .yellow, "\(finding.severity.rawValue):")
      text += subject.isEmpty ? " " : " \(style(.bold, subject)): "
      text += finding.message.printable + "\n"
      if alike.count > 1 {
        let others = counted(alike.count - 1, "more fault")
        text += "  and \(others) of this kind (list them with '--json')\n"
      }
      if isFault || finding.saysWhatToDo { text += style.help(finding.help) }
    }
    for notes in same.values.sorted(by: { $0[0].code.rawValue < $1[0].code.rawValue }) {
      let components = Set(notes.compactMap(\.component)).count
      text += "\(style(.yellow, "note:")) \(counted(notes.count, "release")) of"
      text += " \(counted(components, "component"))"
      text += notes[0].isMissingTag ? " have no tag here" : ": \(notes[0].message.printable)"
      text += " (list them with '--json')\n"
      if Set(notes.map(\.help)).count == 1 { text += style.help(notes[0].help) }
    }
    let faults = findings.count { $0.severity == .fault }
    let earlier = earlierRecords.map { ", \(counted($0, "earlier record"))" } ?? ""
    text += "verified \(counted(components, "component")), "
    text += "\(counted(releases, "release"))"
    if signatures > 0 {
      text += ", \(counted(signatures, "signature"))"
    }
    text += " and \(counted(tags, "tag"))\(earlier): "
    return text
      + (faults == 0 ? style(.green, "no faults") : style(.red, counted(faults, "fault"))) + "\n"
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

  /// Equal for faults that one command repairs, which are one for people.
  fileprivate var cause: [String?] {
    let isAlone = severity != .fault || help == nil
    return [code.rawValue, help] + (isAlone ? [message, subject] : [])
  }

  fileprivate var isMissingTag: Bool { code.rawValue == "missing-tag" }

  /// Whether it is shown with its help, although it is no fault.
  fileprivate var saysWhatToDo: Bool { isMissingTag || code.rawValue == "changelog-mismatch" }

  /// Equal for notes that are only counted if there are many.
  ///
  /// What to do about missing tags is the same for all of them.
  fileprivate var sameness: [String?] { [code.rawValue, isMissingTag ? help : message] }

  fileprivate var mostAlike: Int { isMissingTag ? 1 : 5 }
}
