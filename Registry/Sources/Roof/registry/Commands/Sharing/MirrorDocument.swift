import Git
import Mirror
import Model
import Versions

/// The releases that were added to a mirror, or would be.
struct MirrorDocument: Document {
  private let result: Mirror.Result
  /// `nil` where each component has a place of its own.
  private let place: String?
  private let isPlanned: Bool

  init(_ result: Mirror.Result, in target: MirrorTarget, isDryRun: Bool) {
    self.result = result
    place = target == .repositories ? nil : target.description
    isPlanned = isDryRun
  }

  var members: JSONMembers {
    [
      "outcome": outcome,
      "place": place,
      "components": result.components.map { component in
        [
          "name": component.name,
          "repository": component.repository,
          "releases": component.written,
          "withdrawn": component.withdrawn,
          // The commit of the repository that this run continues from.
          "start": component.takeover?.start.commit,
          "takenTags": component.takeover?.taken,
          "differentTags": component.takeover?.different,
          "otherTags": component.takeover?.otherTags,
          // The releases in whose place the repository has something else.
          "different": component.different.unlessEmpty,
          "recorded": isPlanned ? nil : component.takeover?.isRecorded,
          "keepsBranch": component.keepsBranch ? true : nil,
          // The branch that shows the newest release, if it is not `main`.
          "branch": component.branch == "main" ? nil : component.branch,
          // The branch that clones check out, if it is another one.
          "defaultBranch": component.otherDefault,
        ] as JSONMembers
      },
      "failed": result.failures.unlessEmpty?.map {
        ["component": $0.name, "error": $0.error] as JSONMembers
      },
    ]
  }

  /// `mirrored`, `unchanged` if all was there, `planned` for a dry run, or `failed` where one of
  /// several components was not mirrored.
  private var outcome: String {
    if !result.failures.isEmpty { return "failed" }
    if isPlanned { return "planned" }
    let isUnchanged = result.components.allSatisfy { component in
      component.written.isEmpty && component.withdrawn.isEmpty && component.takeover == nil
    }
    return isUnchanged ? "unchanged" : "mirrored"
  }

  func text(style: Style, width: Int?) -> String {
    var table = Table("COMPONENT", "NEW", "WITHDRAWN")
    let changed = result.components.filter { !$0.written.isEmpty || !$0.withdrawn.isEmpty }
    for component in changed {
      table.add(
        Table.Cell(component.name.text, .bold),
        Table.Cell(Self.words(component.written), .green),
        Table.Cell(Self.words(component.withdrawn), .yellow)
      )
    }
    let hasFailures = !result.failures.isEmpty
    let failed = Set(result.failures.map(\.name))
    let complete = result.components.filter { !failed.contains($0.name) }
    let sum = complete.count + failed.count
    var count = sum == 1 ? "1 repository" : "\(sum) repositories"
    if hasFailures { count = "\(complete.count) of \(count)" }
    guard hasFailures || !changed.isEmpty else {
      return "\(count)\(place.map { " in \($0.printable)" } ?? ""): every release is there"
        + "\(exceptions)\n" + notes
    }
    let lines = changed.isEmpty ? "" : table.text(width: width, style: style)
    return lines + summary(count) + notes
  }

  /// Names the releases that are there with something else, but are not the newest.
  private var exceptions: String {
    let names = result.components.flatMap { component in
      component.different.map { "\(component.name) \($0)" }
    }
    return names.isEmpty
      ? "" : ", \(names.joined(separator: ", ")) with other files or dependencies"
  }

  /// What a person is to know about single repositories.
  private var notes: String {
    result.components.map { component in
      var text = ""
      if let takeover = component.takeover {
        let start = takeover.start.commit.hex.prefix(12)
        text += "\(component.name) \(isPlanned ? "would continue" : "continues") from \(start)"
        let different = takeover.different
        let others = takeover.otherTags.filter { !different.contains($0) }
        let tags = [("with its tags", takeover.taken), ("beside", others)]
          .filter { !$0.1.isEmpty }
          .map { "\($0.0) \($0.1.map(\.printable).joined(separator: " "))" }
        if component.branch != "main" { text += " of '\(component.branch.printable)'" }
        text += (tags.isEmpty ? "" : ", " + tags.joined(separator: ", ")) + "\n"
      }
      if component.keepsBranch {
        text +=
          "\(component.branch.printable) of \(component.name) stays, since its newest release does not follow it;"
          + " '--force' moves it\n"
      }
      if let other = component.otherDefault {
        let branch = component.branch.printable
        text +=
          "clones of \(component.name) check out '\(other.printable)', which gets no releases: make"
          + " '\(branch)' the default branch of its repository\n"
      }
      return text
    }.joined() + recording
  }

  /// Every other clone should have the commit that this run has made.
  private var recording: String {
    let records = isPlanned ? [] : result.components.compactMap(\.takeover?.isRecorded)
    if records.contains(true) {
      return "the newest commit of this branch records this: push it\n"
    }
    guard records.contains(false) else { return "" }
    return "HEAD is detached, so no commit records this: run the command on a branch once, and push"
      + " the commit that it makes\n"
  }

  private func summary(_ count: String) -> String {
    guard let place else {
      let verb = isPlanned ? "would have" : result.components.count == 1 ? "has" : "have"
      return "\(count) \(verb) every release\(exceptions)\n"
    }
    let verb = isPlanned ? "would have" : "has"
    return "\(place.printable) \(verb) \(count) with every release\(exceptions)\n"
  }

  private static func words(_ versions: [SemanticVersion]) -> String {
    versions.isEmpty ? "–" : versions.map(\.description).joined(separator: " ")
  }
}
