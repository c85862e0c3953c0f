import Base
import Content
import Git
import Model
import Versions

extension SiteFiles {
  /// Writes the page of each release with its public API, unless what is there was made of the same.
  func writeReleases(
    in history: ComponentHistory,
    _ entry: RegistrySnapshot.Entry,
    to place: String,
    from repository: borrowing Repository
  ) throws {
    let confirmed = try repository.sentMetadata(SentMetadata.confirmedRepositories, of: entry)
    let url = manifest.repository(of: entry.name)?.description ?? ""
    let base = ExportDigest.text(of: [form, url, confirmed?.compact ?? ""])
    var due: [(item: ComponentHistory.Item, mark: String)] = []
    for item in history.releases {
      let key = try key(base, item, after: history.previous(of: item), entry, repository)
      let mark = "<!-- made of \(key) -->\n"
      let file = "\(place)/\(item.release.version)/\(PagePaths.pageFile)"
      if try !folder.hasEnd(mark, of: file) { due.append((item, mark)) }
    }
    let signers = try signerNames(of: due.map(\.item.release), entry, repository)
    for (item, mark) in due {
      let files = "\(place)/\(item.release.version)"
      let previous = history.previous(of: item)
      try folder.makeFolder(files)
      var facts = try facts(of: item.release, history, entry, repository)
      facts.signer = signers[item.release.version]
      let page = pages.release(
        item,
        showing: facts,
        comparing: try previous.flatMap { try comparison(of: item, with: $0, history, repository) },
        in: history
      )
      if let interface = try documentation.interface(of: history.name, item.release.version) {
        let page = pages.interface(interface, of: facts, in: history)
        try folder.update("\(files)/\(PagePaths.interfaceFile)", to: Array(page.utf8))
      }
      try folder.update("\(files)/\(PagePaths.pageFile)", to: Array((page + mark).utf8))
    }
  }

  private func comparison(
    of item: ComponentHistory.Item,
    with previous: ComponentHistory.Item,
    _ history: ComponentHistory,
    _ repository: borrowing Repository
  ) throws -> ReleaseComparison? {
    let versions = (previous.release.version, item.release.version)
    var comparison = ReleaseComparison(versions.0, versions.1, in: history)
    comparison?.changes = try ReleaseChanges(
      from: PublishedRelease(component: history.name, release: previous.release),
      to: PublishedRelease(component: history.name, release: item.release),
      interfaces: (
        documentation.interface(of: history.name, versions.0),
        documentation.interface(of: history.name, versions.1)
      ),
      in: repository
    )
    return comparison
  }

  /// Stands for all that the page of a release shows.
  ///
  /// - Parameter base: For all releases of the component.
  private func key(
    _ base: String,
    _ item: ComponentHistory.Item,
    after previous: ComponentHistory.Item?,
    _ entry: RegistrySnapshot.Entry,
    _ repository: borrowing Repository
  ) throws -> String {
    let release = item.release
    let sent = try repository.sentMetadata(SentMetadata.fileName(of: release), of: entry)
    let signature = try repository.signature(of: release, in: entry.signatures)
    return ExportDigest.text(
      of: [
        base, LogRecord.release(release).line, item.yank.map { LogRecord.yank($0).line } ?? "",
        item.notes ?? "", sent?.compact ?? "", signature?.date.description ?? "",
        documented(release, of: entry.name),
        previous.map { "\($0.release.version) \(documented($0.release, of: entry.name))" } ?? "",
      ]
    )
  }

  private func documented(_ release: Release, of name: ComponentName) -> String {
    let known = documentation.documentation(of: name, release.version)
    return "\(known.hasPages) \(known.hasInterface)"
  }
}
