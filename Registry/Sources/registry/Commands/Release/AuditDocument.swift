import APICompatibility
import Inspection
import RegistryModel
import Versioning
import Workspace

/// The past releases, with the verdict on each version.
struct AuditDocument: Document {
  struct Release: Encodable {
    let component: String
    let version: String
    let verdict: String
    let yanked: Bool
    let interface: InterfaceDocument?
    let lowestAllowedVersion: String?
    /// Why the record takes its breakages for compatible.
    let accepted: String?
    /// Why it could not be compared.
    let failure: String?

    private enum CodingKeys: String, CodingKey {
      case component, version, verdict, yanked, interface
      case lowestAllowedVersion = "leastHonestVersion"
      case accepted, failure
    }
  }

  let isValid: Bool
  let releases: [Release]

  private enum CodingKeys: String, CodingKey {
    case isValid = "honest"
    case releases
  }

  init(_ audited: [AuditedRelease]) {
    isValid = audited.allSatisfy { $0.verdict != .dishonest }
    releases = audited.map(Release.init)
  }

  func text(style: Style, width: Int?) -> String {
    guard !releases.isEmpty else { return "nothing is released yet\n" }
    var table = Table("COMPONENT", "VERSION", "AFTER", "PUBLIC API", "VERDICT")
    for release in releases {
      table.add(
        .init(release.component),
        .init(release.version),
        .init(release.interface?.since ?? "–"),
        .init(release.interface?.summary ?? "cannot be compared"),
        .init(release.words, release.look)
      )
    }
    var text = table.text(width: width, style: style)
    for release in releases where release.verdict == "dishonest" {
      text += "\n\(style(.bold, "\(release.component) \(release.version)"))\n"
      text += release.interface?.list(style: style) ?? ""
    }
    for release in releases {
      guard let failure = release.failure else { continue }
      text += "\n\(style(.bold, "\(release.component) \(release.version)")): \(failure.printable)\n"
    }
    return text + "\naudited \(counted(releases.count, "release")): \(verdict(style))\n"
  }

  private func verdict(_ style: Style) -> String {
    let wrong = releases.count { $0.verdict == "dishonest" }
    let unknown = releases.count { $0.verdict == "unknown" }
    let right = releases.count { ["honest", "accepted"].contains($0.verdict) }
    let parts = [
      wrong > 0 ? style(.red, "\(counted(wrong, "version")) too low for the API changes") : nil,
      unknown > 0 ? style(.yellow, "\(counted(unknown, "release")) could not be compared") : nil,
      wrong > 0 || right == 0
        ? nil
        : style(.green, "every \(unknown > 0 ? "other " : "")version matches its API changes"),
    ].compactMap(\.self)
    return parts.isEmpty ? "nothing to compare" : parts.joined(separator: ", ")
  }
}

extension AuditDocument.Release {
  init(_ audited: AuditedRelease) {
    component = audited.component.text
    version = audited.release.version.description
    verdict = audited.verdict.rawValue
    yanked = audited.isYanked
    lowestAllowedVersion = audited.lowestAllowedVersion?.description
    accepted = audited.release.interface?.accepted
    switch audited.outcome {
    case .compared(let comparison):
      interface = InterfaceDocument(comparison, since: audited.previous?.version.description)
      failure = nil
    case .failed(let error):
      interface = nil
      failure = error.message
    }
  }

  fileprivate var words: String {
    switch verdict {
    case "honest": "valid"
    case "dishonest": "too low, \(lowestAllowedVersion ?? "") was due"
    case "accepted": "accepted: \(accepted ?? "")"
    case "exempt": "–"
    default: verdict
    }
  }

  fileprivate var look: Style.Look? {
    switch verdict {
    case "honest": .green
    case "dishonest": .red
    case "accepted", "unknown": .yellow
    default: nil
    }
  }
}
