import Model
import Publish
import Sharing
import Versions

/// What became of the releases that were to be published.
struct PublishDocument: Document {
  let results: [PublishReleases.Result]

  var members: JSONMembers {
    [
      "outcome": outcome,
      "registries": results.map { result in
        [
          "url": result.address.description,
          "releases": result.releases,
          // How many were chosen, those that the run did not come to included.
          "chosen": result.chosen,
          // Whether a signal ended the run before all was sent.
          "interrupted": result.isInterrupted,
        ] as JSONMembers
      },
    ]
  }

  /// `published`, `unchanged` if the registries have every release, `planned` for a dry run, or
  /// `failed` where a release was not published.
  private var outcome: String {
    let outcomes = Set(results.flatMap(\.releases).map(\.outcome))
    if outcomes.contains(.failed) || outcomes.contains(.waiting) { return "failed" }
    if outcomes.contains(.planned) { return "planned" }
    return outcomes.contains(.published) || outcomes.contains(.accepted) ? "published" : "unchanged"
  }

  func text(style: Style, width: Int?) -> String {
    results.map { result in
      var table = Table("COMPONENT", "VERSION", "RESULT")
      let shown = result.releases.filter { ![.unchanged, .withdrawn].contains($0.outcome) }
      for release in shown {
        table.add(
          Table.Cell(release.component.text, .bold),
          Table.Cell(release.version.description),
          Table.Cell(release.words, release.error == nil ? .green : .red)
        )
      }
      return (shown.isEmpty ? "" : table.text(width: width, style: style)) + summary(of: result)
    }.joined()
  }

  private func summary(of result: PublishReleases.Result) -> String {
    let count = { (outcome: PublishedItem.Outcome) in
      result.releases.count { $0.outcome == outcome }
    }
    let there = count(.unchanged) + count(.published)
    let sendable = result.chosen - count(.withdrawn)
    var text = "\(result.address.description.printable) "
    if count(.planned) > 0 {
      text += "lacks \(counted(count(.planned), "release")), and has \(there)\n"
    } else if there == sendable {
      text += sendable == 1 ? "has the release\n" : "has all \(sendable) releases\n"
    } else {
      text += "has \(there) of \(counted(sendable, "release"))\n"
    }
    if count(.accepted) > 0 {
      text += "\(counted(count(.accepted), "release")) still being processed there\n"
    }
    if count(.withdrawn) > 0 {
      text += "\(counted(count(.withdrawn), "withdrawn release")) not sent\n"
    }
    let offered = result.releases.filter(\.isStillOffered).map { "\($0.component) \($0.version)" }
    if !offered.isEmpty {
      text +=
        "still offered there, and withdrawn here: \(offered.joined(separator: ", "));"
        + " withdraw \(offered.count == 1 ? "it" : "them") there, too\n"
    }
    if result.isHopeless {
      text +=
        "stopped after \(counted(count(.failed), "refusal")) and no success: mend the cause, or name the"
        + " releases to send\n"
    }
    if result.isInterrupted { text += "interrupted: run the command again for the rest\n" }
    return text
  }
}

extension PublishedItem: JSONObjectRepresentable {
  var members: JSONMembers {
    [
      "name": component,
      "version": version,
      "archive": archive.description,
      "outcome": outcome.rawValue,
      "error": error,
    ]
  }

  fileprivate var words: String {
    switch outcome {
    case .planned: "would be sent"
    case .accepted: "accepted, still being processed"
    case .waiting: "not sent"
    default: outcome.rawValue
    }
  }
}
