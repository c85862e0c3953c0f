package import Base
package import Git
package import Model
package import Versions

/// The releases of a component as they are served, newest first: their versions, and the places of
/// the rest in one text, which is rendered when the log changes.
package struct RenderedReleases: Sendable {
  /// The versions, newest first; their positions are those of the releases.
  package let versions: [SemanticVersion]
  /// The position of the release to recommend.
  package let latest: Int?
  /// The problems of withdrawn releases, by their positions, as in a list.
  package let problems: [Int: String]
  /// The facts that lists of components show.
  package let summary: ComponentSummary
  /// The time at which each was released or, later, withdrawn.
  package let updated: [RecordDate]
  /// The repositories of the release to recommend, in their canonical form.
  package let repositories: [String]
  /// The ends of each record and each description in the text, by turns.
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
  /// Creates the releases of a component that was never released.
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
      summary: ComponentSummary(index, of: entry, from: repository),
      updated: index.releases.map(index.updated),
      repositories: repositories.map(\.canonical),
      ends: ends
    )
    return (releases, text)
  }
}

extension OpenFile {
  private static let chunk = 256 << 10

  /// Whether it has this checksum; read in pieces.
  package func has(_ checksum: ArchiveChecksum) throws -> Bool {
    var hash = SHA256()
    var offset = 0
    while offset < size {
      let piece = try read(offset..<min(offset + Self.chunk, size))
      guard !piece.isEmpty else { return false }
      hash.update(piece)
      offset += piece.count
    }
    return hash.finalize() == checksum.bytes
  }
}

/// The published releases of one component, newest first.
package struct ReleaseIndex: Sendable {
  /// The releases, newest first.
  package let releases: [Release]

  private let positions: [SemanticVersion: Int]
  private let yanks: [SemanticVersion: Yank]

  /// Creates an index of the public releases of a log.
  package init(_ log: ReleaseLog) {
    releases = log.releases.filter { !$0.isInternal }.reversed()
    let keys = releases.enumerated().map { ($1.version.releaseKey, $0) }
    positions = Dictionary(keys) { first, _ in first }
    let withdrawn = releases.compactMap { release in
      log.yank(of: release.version).map { (release.version.releaseKey, $0) }
    }
    yanks = Dictionary(withdrawn) { first, _ in first }
  }

  /// The position of a version, whatever the case of its letters and its build metadata; `nil` if
  /// it was not released.
  package func position(of version: SemanticVersion) -> Int? {
    positions[version.releaseKey]
  }

  /// The record of the withdrawal of a release; `nil` if it was not withdrawn.
  package func yank(of release: Release) -> Yank? {
    yanks[release.version.releaseKey]
  }

  /// The time at which a release was made or, later, withdrawn.
  package func updated(_ release: Release) -> RecordDate {
    yank(of: release)?.date ?? release.date
  }

  /// The release to recommend: the newest that is not withdrawn, and a pre-release only if there is
  /// no other.
  package var latest: Release? {
    let standing = releases.filter { yank(of: $0) == nil }
    return standing.first { !$0.version.isPrerelease } ?? standing.first
  }
}

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

  /// Returns the problems of withdrawn releases that clients are shown, by their positions.
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
