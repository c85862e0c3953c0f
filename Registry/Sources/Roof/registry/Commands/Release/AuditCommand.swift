import ArgumentParser
import Base
import Checks
import Model
import Reports
import Versions

struct AuditCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "audit",
    abstract: "Check that past versions match the changes of the public API.",
    usage: "registry audit (<names> ... | --all) [<options>]",
    discussion: """
      Compares each release with the one it follows: a major version with the newest release \
      before it, a minor version with the last release of its major version, a patch with the last \
      of its minor version. If a release has incompatible changes that its version does not allow \
      for, the exit status is 1.

      Every release is built once, with the dependencies that it was released with. The results \
      are cached below .registry.

        registry audit Payments
        registry audit --all
      """
  )

  @Argument(help: "Only these components.", completion: .componentsAndGroups)
  var names: [String] = []

  @Flag(help: "All components.")
  var all = false

  @OptionGroup(title: "Common Options") var global: GlobalOptions

  func validate() throws {
    guard names.isEmpty == all else {
      throw ValidationError("expected either the names of components or '--all'")
    }
  }

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    let audit = Audit(
      of: names,
      comparing: StockToolchain(isComparisonOptional: false),
      progress: { console.showProgress($0) }
    )
    let releases = try console.clearingProgress { try audit.run(in: workspace) }
    let document = AuditDocument(releases: releases)
    try console.show(document)
    if !document.isValid { throw ExitCode(1) }
  }
}

/// The past releases, with the verdict on each version.
struct AuditDocument: Document {
  let releases: [AuditedRelease]

  var isValid: Bool { releases.allSatisfy { $0.verdict != .tooLow } }

  var members: JSONMembers { ["valid": isValid, "releases": releases] }

  func text(style: Style, width: Int?) -> String {
    guard !releases.isEmpty else { return "nothing is released yet\n" }
    var table = Table("COMPONENT", "VERSION", "AFTER", "PUBLIC API", "VERDICT")
    for release in releases {
      table.add(
        .init(release.component.text),
        .init(release.release.version.description),
        .init(release.interface?.since ?? "–"),
        .init(release.interface?.summary ?? "cannot be compared"),
        .init(release.words, release.look)
      )
    }
    var text = table.text(width: width, style: style)
    for release in releases where release.verdict == .tooLow {
      text += "\n\(release.title(style))\n\(release.interface?.list(style: style) ?? "")"
    }
    for release in releases {
      guard let failure = release.failure else { continue }
      text += "\n\(release.title(style)): \(failure.printable)\n"
    }
    return text + "\naudited \(counted(releases.count, "release")): \(verdict(style))\n"
  }

  private func verdict(_ style: Style) -> String {
    let wrong = releases.count { $0.verdict == .tooLow }
    let unknown = releases.count { $0.verdict == .unknown }
    let right = releases.count { [.valid, .accepted].contains($0.verdict) }
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

extension AuditedRelease: JSONObjectRepresentable {
  var members: JSONMembers {
    [
      "component": component,
      "version": release.version,
      "valid": isValid,
      "yanked": isYanked,
      "interface": interface,
      "lowestAllowedVersion": lowestAllowedVersion,
      "accepted": release.interface?.accepted,
      "failure": failure,
    ]
  }

  /// `nil` if there is nothing to compare, or it could not be compared.
  private var isValid: Bool? {
    switch verdict {
    case .valid, .accepted: true
    case .tooLow: false
    case .exempt, .unknown: nil
    }
  }

  fileprivate var interface: InterfaceDocument? {
    guard case .success(let comparison) = outcome else { return nil }
    return InterfaceDocument(comparison, since: previous?.version.description)
  }

  /// Why it could not be compared.
  fileprivate var failure: String? {
    guard case .failure(let error) = outcome else { return nil }
    return error.message
  }

  fileprivate func title(_ style: Style) -> String {
    style(.bold, "\(component) \(release.version)")
  }

  fileprivate var words: String {
    switch verdict {
    case .valid: "valid"
    case .tooLow: "too low, \(lowestAllowedVersion?.description ?? "") was due"
    case .accepted: "accepted: \(release.interface?.accepted ?? "")"
    case .exempt: "–"
    case .unknown: "unknown"
    }
  }

  fileprivate var look: Style.Look? {
    switch verdict {
    case .valid: .green
    case .tooLow: .red
    case .accepted, .unknown: .yellow
    case .exempt: nil
    }
  }
}
