import Base
import Model
package import Versions

/// The list of a package's releases as JSON (SE-0292, 4.1).
package struct ReleaseListing {
  /// The status and title of a withdrawn release.
  private static let gone = (status: 410, title: "Gone")

  private let versions: [SemanticVersion]
  private let problems: [Int: String]
  /// The URL of the package; `nil` to leave out those of the releases, which clients do not need.
  private let address: String?

  package init(
    _ index: ReleaseIndex,
    of name: ComponentName,
    in scope: ScopeName,
    at address: Address?
  ) {
    (versions, problems) = (index.releases.map(\.version), Self.problems(in: index))
    self.address = address?.component(scope, name)
  }

  package init(
    _ releases: RenderedReleases,
    of name: ComponentName,
    in scope: ScopeName,
    at address: Address
  ) {
    (versions, problems) = (releases.versions, releases.problems)
    self.address = address.component(scope, name)
  }

  /// - Parameter range: Of the releases, newest first; `nil` for all.
  package func json(_ range: Range<Int>? = nil) -> String {
    let range = range ?? versions.indices
    // A JSON string that is still open; no character of a version has to be escaped.
    let url = address.map { JSONValue.string("\($0)/").compact.dropLast() }
    var text = "{\"releases\":{"
    for position in range {
      let version = versions[position].description
      text += position == range.lowerBound ? "\"" : ",\""
      text += version
      text += "\":{"
      if let problem = problems[position] {
        text += "\"problem\":"
        text += problem
        if url != nil { text += "," }
      }
      if let url {
        text += "\"url\":"
        text += url
        text += version
        text += "\""
      }
      text += "}"
    }
    return text + "}}"
  }

  /// What clients are told of withdrawn releases, by their positions.
  static func problems(in index: ReleaseIndex) -> [Int: String] {
    var problems: [Int: String] = [:]
    for (position, release) in index.releases.enumerated() {
      guard let yank = index.yank(of: release) else { continue }
      problems[position] =
        JSONValue.object([
          "detail": .string("withdrawn on \(yank.date.description.prefix(10)): \(yank.reason)"),
          "status": .integer(gone.status),
          "title": .string(gone.title),
        ]).compact
    }
    return problems
  }
}
