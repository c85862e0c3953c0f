import Base
package import Git
package import Model
package import Versions

/// The releases of a component as they are served, newest first: their versions, and the places of
/// the rest in one text, which is rendered when the log changes.
package struct RenderedReleases: Sendable {
  package let versions: [SemanticVersion]
  /// The position of the release to recommend.
  package let latest: Int?
  /// Those of withdrawn releases, by their positions, as in a list.
  package let problems: [Int: String]
  package let summary: ComponentSummary
  /// When each was released or, later, withdrawn.
  package let updated: [RecordDate]
  /// In their canonical form, the repositories of the release to recommend.
  package let repositories: [String]
  /// Where each record and each description ends, by turns.
  private let ends: [UInt32]

  /// The position of the release of this version, whatever its build metadata and the case of its
  /// letters.
  package func position(of version: SemanticVersion) -> Int? {
    var (low, high) = (0, versions.count)
    while low < high {
      let middle = (low + high) / 2
      if version < versions[middle] { low = middle + 1 } else { high = middle }
    }
    if low < versions.count, versions[low] == version { return low }
    guard version.isPrerelease else { return nil }
    return versions.firstIndex { $0.releaseKey == version.releaseKey }
  }

  /// The place of a record, as in a log.
  package func record(_ position: Int) -> Range<Int> { part(2 * position) }

  /// The place of the description of a release: compact JSON.
  package func description(_ position: Int) -> Range<Int> { part(2 * position + 1) }

  private func part(_ number: Int) -> Range<Int> {
    (number == 0 ? 0 : Int(ends[number - 1]))..<Int(ends[number])
  }
}

extension RenderedReleases {
  /// Of a component that was never released.
  package init() {
    (versions, latest, problems, repositories, ends) = ([], nil, [:], [], [])
    updated = []
    summary = ComponentSummary()
  }

  /// Renders the releases of a component, and returns them with their text.
  package static func render(
    _ entry: RegistrySnapshot.Entry,
    of snapshot: RegistrySnapshot,
    from repository: borrowing Repository
  ) throws -> (releases: RenderedReleases, text: [UInt8]) {
    guard let blob = entry.log else { return (RenderedReleases(), []) }
    let file = "\(entry.name).jsonl"
    let log = try ReleaseLog(reading: repository.blob(blob), file: file)
    let index = ReleaseIndex(log)
    let confirmed = try repository.sentMetadata(SentMetadata.confirmedRepositories, of: entry)
    var text: [UInt8] = []
    var ends: [UInt32] = []
    var repositories: [RepositoryURL] = []
    let latest = index.latest.flatMap { index.position(of: $0.version) }
    for (position, release) in index.releases.enumerated() {
      text += (log.record(of: release.version) ?? "").utf8
      ends.append(UInt32(text.count))
      let description = try ReleaseDescription(
        of: release,
        in: index,
        entry,
        of: snapshot,
        confirmed: confirmed,
        from: repository
      )
      if position == latest { repositories = description.repositories }
      text += description.json.compact.utf8
      ends.append(UInt32(text.count))
    }
    let releases = RenderedReleases(
      versions: index.releases.map(\.version),
      latest: latest,
      problems: ReleaseListing.problems(in: index),
      summary: ComponentSummary(index),
      updated: index.releases.map(index.updated),
      repositories: repositories.map(\.canonical),
      ends: ends
    )
    return (releases, text)
  }
}
