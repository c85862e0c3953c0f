import GitValues
import RegistryModel
import Sharing
import Versioning

/// The releases that were added to a mirror, or would be.
struct MirrorDocument: Document {
  /// `mirrored`, `unchanged` if all was there, `planned` for a dry run, or `failed` where one of
  /// several components was not mirrored.
  let outcome: String
  /// `nil` where each component has a place of its own.
  let place: String?
  let components: [Component]
  let failed: [Failure]?

  struct Failure: Encodable {
    let component: String
    let error: ErrorDocument.Failure
  }

  private let isPlanned: Bool

  struct Component: Encodable {
    let name: String
    let repository: String
    let releases: [String]
    let withdrawn: [String]
    /// The commit of the repository that this run continues from.
    let start: String?
    let takenTags: [String]?
    let differentTags: [String]?
    let otherTags: [String]?
    /// `nil` for a dry run.
    let recorded: Bool?
    let keepsBranch: Bool?
    /// The branch that shows the newest release, if it is not `main`.
    let branch: String?
    /// The branch that clones check out, if it is another one.
    let defaultBranch: String?
  }

  init(_ result: Mirror.Result, in target: MirrorTarget, isDryRun: Bool) {
    place = target == .repositories ? nil : target.description
    components = result.components.map { component in
      Component(
        name: component.name.text,
        repository: component.repository,
        releases: component.written.map(\.description),
        withdrawn: component.withdrawn.map(\.description),
        start: component.takeover?.start.commit.hex,
        takenTags: component.takeover?.taken,
        differentTags: component.takeover?.different,
        otherTags: component.takeover?.otherTags,
        recorded: isDryRun ? nil : component.takeover?.isRecorded,
        keepsBranch: component.keepsBranch ? true : nil,
        branch: component.branch == "main" ? nil : component.branch,
        defaultBranch: component.otherDefault
      )
    }
    let failures = result.failures.map { failure in
      Failure(component: failure.name.text, error: ErrorDocument(failure.error).error)
    }
    let isUnchanged = result.components.allSatisfy { component in
      component.written.isEmpty && component.withdrawn.isEmpty && component.takeover == nil
    }
    failed = failures.isEmpty ? nil : failures
    outcome =
      failed != nil ? "failed" : isDryRun ? "planned" : isUnchanged ? "unchanged" : "mirrored"
    isPlanned = isDryRun
  }

  func text(style: Style, width: Int?) -> String {
    var table = Table("COMPONENT", "NEW", "WITHDRAWN")
    let changed = components.filter { !$0.releases.isEmpty || !$0.withdrawn.isEmpty }
    for component in changed {
      table.add(
        Table.Cell(component.name, .bold),
        Table.Cell(Self.words(component.releases), .green),
        Table.Cell(Self.words(component.withdrawn), .yellow)
      )
    }
    let sum = components.count + (failed?.count ?? 0)
    var count = sum == 1 ? "1 repository" : "\(sum) repositories"
    if failed != nil { count = "\(components.count) of \(count)" }
    guard failed != nil || !changed.isEmpty else {
      let hasDifferent = components.contains { $0.differentTags?.isEmpty == false }
      return "\(count)\(place.map { " in \($0.printable)" } ?? ""): "
        + (hasDifferent ? "nothing is missing\n" : "every release is there\n") + notes
    }
    let lines = changed.isEmpty ? "" : table.text(width: width, style: style)
    return lines + summary(count) + notes
  }

  /// What a person is to know about single repositories.
  private var notes: String {
    components.map { component in
      var text = ""
      if let start = component.start {
        text += "\(component.name) \(isPlanned ? "would go" : "goes") on from \(start.prefix(12))"
        let different = component.differentTags ?? []
        let others = (component.otherTags ?? []).filter { !different.contains($0) }
        let tags = [("with its tags", component.takenTags ?? []), ("beside", others)]
          .filter { !$0.1.isEmpty }
          .map { "\($0.0) \($0.1.map(\.printable).joined(separator: " "))" }
        if let branch = component.branch { text += " of '\(branch.printable)'" }
        text += (tags.isEmpty ? "" : ", " + tags.joined(separator: ", ")) + "\n"
        for tag in different {
          text +=
            "  its tag \(tag.printable) stays, with other files or dependencies than the release: make a newer"
            + " release for clients of the repository\n"
        }
      }
      if component.keepsBranch == true {
        text +=
          "\(component.branch?.printable ?? "main") of \(component.name) stays, since its newest release does not follow it;"
          + " '--force' moves it\n"
      }
      if let other = component.defaultBranch {
        let branch = component.branch?.printable ?? "main"
        text +=
          "clones of \(component.name) check out '\(other.printable)', which gets no releases: make"
          + " '\(branch)' the default branch of its repository\n"
      }
      return text
    }.joined() + recording
  }

  /// Every other clone should have the commit that this run has made.
  private var recording: String {
    if components.contains(where: { $0.recorded == true }) {
      return "the newest commit of this branch records this: push it\n"
    }
    guard components.contains(where: { $0.recorded == false }) else { return "" }
    return "HEAD is detached, so no commit records this: run the command on a branch once, and push"
      + " the commit that it makes\n"
  }

  private func summary(_ count: String) -> String {
    guard let place else {
      let verb = isPlanned ? "would have" : components.count == 1 ? "has" : "have"
      return "\(count) \(verb) every release\n"
    }
    return "\(place.printable) \(isPlanned ? "would have" : "has") \(count) with every release\n"
  }

  private enum CodingKeys: String, CodingKey {
    case outcome, place, components, failed
  }

  private static func words(_ versions: [String]) -> String {
    versions.isEmpty ? "–" : versions.joined(separator: " ")
  }
}
