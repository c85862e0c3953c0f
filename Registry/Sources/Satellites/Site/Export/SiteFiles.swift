import Apps
import Base
import Content
import Git
import Model
import Reports
import Sharing
import Versions

/// Writes the pages, what they show as JSON, and the files for the host.
struct SiteFiles {
  /// In the place of an address that is not known.
  private static let exampleAddress = "https://registry.example.com"

  private let snapshot: RegistrySnapshot
  let folder: ExportFolder
  /// The last run, if its pages have the same form.
  private let last: ExportState?
  private let address: RegistryAddress?
  private let summaries: [ComponentName: ComponentSummary]
  private let recent: RecentReleases
  let pages: RegistryPages
  private let overview: RegistryOverview
  let documentation: DocumentationFolder
  /// Changes with the form of all pages.
  let form: String
  private let graph: ComponentGraph
  /// `nil` where signers are not named.
  var signers: SignatureProgram?
  /// Told how many pages of components and releases are done.
  var progress: @Sendable (OperationProgress) -> Void = { _ in }
  private let oldestPages: [ComponentName: SemanticVersion]

  var manifest: Manifest { snapshot.manifest }

  /// - Parameters:
  ///   - summaries: Of all components with releases.
  ///   - recent: What the feed of all components shows.
  ///   - oldestPages: The oldest releases with pages of their own, by component.
  ///   - last: `nil` to compare every page.
  init(
    _ snapshot: RegistrySnapshot,
    _ state: ExportState,
    _ summaries: [ComponentName: ComponentSummary],
    _ recent: RecentReleases,
    _ oldestPages: [ComponentName: SemanticVersion],
    _ documentation: DocumentationFolder,
    in folder: ExportFolder,
    since last: ExportState?
  ) {
    (self.snapshot, self.folder, self.last) = (snapshot, folder, last)
    (self.summaries, self.recent, self.oldestPages) = (summaries, recent, oldestPages)
    address = state.address
    let url = address?.description
    form = "\(state.renderer) \(url ?? "")"
    self.documentation = documentation
    pages = RegistryPages(
      scope: snapshot.manifest.scope,
      paths: PagePaths(
        root: url.map(PagePaths.root(of:)) ?? "",
        isServed: false,
        oldestPages: oldestPages
      ),
      address: url ?? Self.exampleAddress,
      isAddressKnown: url != nil
    )
    overview = RegistryOverview(snapshot, summaries)
    graph = ComponentGraph(snapshot.manifest, overview)
  }

  func write(from workspace: borrowing Workspace, keeping state: inout ExportState) throws {
    let notes = try workspace.releaseNotes(at: snapshot.commit)
    try writeComponents(notes, from: workspace, keeping: &state)
    try writeFeed(notes, from: workspace.repository)
    try put(.graph, pages.graph(graph), graph.json)
    try folder.update(SitePage.rules.file, to: Array(pages.rules().utf8))
    let report = AppReport(
      scope: manifest.scope,
      apps: try ReachedComponents.pins(at: snapshot.commit, in: workspace),
      hidden: []
    )
    try put(.apps, pages.apps(report), report.json)
    try folder.update("style.css", to: Array(StyleSheet.text.utf8))
    try folder.update(PageScript.file, to: Array(PageScript.text.utf8))
    try folder.update("icon.svg", to: Array(StyleSheet.icon.utf8))
    try folder.update("availability", to: Array("{\"available\":true}".utf8))
    for file in HostFiles(root: address.map { PagePaths.root(of: $0.description) } ?? "").all {
      try folder.update(file.name, to: Array(file.text.utf8))
    }
    if address != nil { try writeCollection() }
    try folder.update("registry.json", to: Array(overview.json.compact.utf8))
    // The pages above are there when the first page names them.
    try folder.update(SitePage.home.file, to: Array(pages.home(overview).utf8))
  }

  private func put(_ page: SitePage, _ text: String, _ json: JSONValue) throws {
    try folder.update("\(page.rawValue).json", to: Array(json.compact.utf8))
    try folder.update(page.file, to: Array(text.utf8))
  }

  private func writeComponents(
    _ notes: ReleaseNotes,
    from workspace: borrowing Workspace,
    keeping state: inout ExportState
  ) throws {
    let keys = PageKeys(
      snapshot,
      state,
      summaries,
      overview,
      notes: notes.texts(),
      documentation: documentation
    )
    var due: [RegistrySnapshot.Entry] = []
    for entry in snapshot.allComponents where entry.log != nil || entry.component != nil {
      let key = keys.key(of: entry)
      state.components[entry.name]?.page = key
      if let last, last.components[entry.name]?.page == key { continue }
      due.append(entry)
    }
    let count = due.reduce(0) { $0 + 1 + (state.components[$1.name]?.releases ?? 0) }
    let display = ExportDisplay("making pages", count, progress)
    let written = due.concurrentMap(reading: workspace.repository.gitDirectory) {
      try write($0, notes, display, from: $1)
    }
    for result in written { try result.get() }
  }

  private func write(
    _ entry: RegistrySnapshot.Entry,
    _ notes: ReleaseNotes,
    _ display: ExportDisplay,
    from repository: borrowing Repository
  ) throws {
    let index = try index(of: entry, from: repository)
    let history = ComponentHistory(
      entry,
      index,
      in: manifest,
      overview,
      notes: notes.entries(of: entry.name, index.releases)
    )
    let place = entry.name.place(in: manifest.scope)
    try folder.makeFolder((entry.name.scope ?? manifest.scope).text)
    try folder.makeFolder(place)
    try folder.update("\(place)/history.json", to: Array(history.json.compact.utf8))
    if !history.releases.isEmpty {
      try folder.update("\(place)/feed.atom", to: Array(pages.feed(history).utf8))
    }
    try writeReleases(in: history, entry, to: place, display, from: repository)
    let facts = try index.latest.map { latest in
      var facts = try self.facts(of: latest, history, entry, repository)
      facts.signer = try signerNames(of: [latest], entry, repository)[latest.version]
      return facts
    }
    let page = pages.component(history, showing: facts, in: graph)
    try folder.update("\(place)/\(PagePaths.pageFile)", to: Array(page.utf8))
    display.advance()
  }

  private func index(
    of entry: RegistrySnapshot.Entry,
    from repository: borrowing Repository
  ) throws -> ReleaseIndex {
    let file = "\(entry.name).jsonl"
    let log = try entry.log.map { try ReleaseLog(reading: repository.blob($0), file: file) }
    return ReleaseIndex(log ?? ReleaseLog(file: file))
  }

  private func writeFeed(
    _ notes: ReleaseNotes,
    from repository: borrowing Repository
  ) throws {
    var indexes: [ComponentName: ReleaseIndex] = [:]
    for name in Set(recent.items.map(\.component)) {
      indexes[name] = try snapshot.component(named: name).map {
        try index(of: $0, from: repository)
      }
    }
    let feed = pages.feed(FeedEntry.entries(of: recent, indexes, notes))
    try folder.update("feed.atom", to: Array(feed.utf8))
  }

  func facts(
    of release: Release,
    _ history: ComponentHistory,
    _ entry: RegistrySnapshot.Entry,
    _ repository: borrowing Repository
  ) throws -> ReleaseFacts {
    var facts = try ReleaseFacts(
      of: release,
      entry,
      with: history.releases.map(\.release),
      in: manifest,
      from: repository
    )
    let place = entry.name.place(in: manifest.scope)
    facts.size = try folder.size(of: "\(place)/\(release.version).zip")
    facts.documentation = documentation.documentation(of: entry.name, release.version)
    facts.signed = try repository.signature(of: release, in: entry.signatures)?.date
    return facts
  }

  /// The subjects of the signers' certificates, by version.
  func signerNames(
    of releases: [Release],
    _ entry: RegistrySnapshot.Entry,
    _ repository: borrowing Repository
  ) throws -> [SemanticVersion: String] {
    guard let signers else { return [:] }
    var signed: [(version: SemanticVersion, signature: ReleaseSignature)] = []
    for release in releases {
      guard let signature = try repository.signature(of: release, in: entry.signatures) else {
        continue
      }
      signed.append((release.version, signature))
    }
    var names: [SemanticVersion: String] = [:]
    for (item, name) in zip(signed, try signers.signers(of: signed.map(\.signature))) {
      names[item.version] = name
    }
    return names
  }

  private func writeCollection() throws {
    let scope = manifest.scope
    let packages = try summaries.filter { $0.value.latest != nil }.keys.sorted()
      .compactMap { try folder.read("\($0.place(in: scope))/\(CollectionPackage.fileName)") }
      .filter(CollectionPackage.hasVersion)
    let newest = summaries.values.compactMap(\.latest?.date).max()
    guard let newest, !packages.isEmpty else { return }
    let collection = CollectionPackage.collection(of: packages, named: scope.text, on: newest)
    try folder.update("collection.json", to: collection)
  }
}

extension SiteFiles {
  /// Writes the page of each release that has one, with its public API, unless it is up to date.
  func writeReleases(
    in history: ComponentHistory,
    _ entry: RegistrySnapshot.Entry,
    to place: String,
    _ display: ExportDisplay,
    from repository: borrowing Repository
  ) throws {
    let confirmed = try repository.sentMetadata(SentMetadata.confirmedRepositories, of: entry)
    let url = manifest.repository(of: entry.name)?.description ?? ""
    let base = ExportDigest.text(of: [form, url, confirmed?.compact ?? ""])
    var due: [(item: ComponentHistory.Item, mark: String)] = []
    for item in history.releases {
      let files = "\(place)/\(item.release.version)"
      if let oldest = oldestPages[entry.name], item.release.version < oldest {
        for name in [PagePaths.pageFile, PagePaths.interfaceFile] {
          try folder.remove("\(files)/\(name)")
        }
        display.advance()
        continue
      }
      let key = try key(base, item, after: history.previous(of: item), entry, repository)
      let mark = "<!-- made of \(key) -->\n"
      if try folder.hasEnd(mark, of: "\(files)/\(PagePaths.pageFile)") {
        display.advance()
      } else {
        due.append((item, mark))
      }
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
      display.advance()
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

/// Tells which pages of components may differ from those of the last run.
///
/// A key stands for all that a page shows: the component's own releases and notes, and what its
/// neighbours are.
struct PageKeys {
  private let snapshot: RegistrySnapshot
  private let state: ExportState
  private let summaries: [ComponentName: ComponentSummary]
  private let notes: [ComponentName: String]
  private let documentation: DocumentationFolder
  /// The components that require each one.
  private var dependents: [ComponentName: [ComponentName]] = [:]
  /// The values that all pages depend on.
  private let rules: String

  init(
    _ snapshot: RegistrySnapshot,
    _ state: ExportState,
    _ summaries: [ComponentName: ComponentSummary],
    _ overview: RegistryOverview,
    notes: [ComponentName: String],
    documentation: DocumentationFolder
  ) {
    (self.snapshot, self.state, self.summaries) = (snapshot, state, summaries)
    (self.notes, self.documentation) = (notes, documentation)
    for component in overview.components { dependents[component.name] = component.requiredBy }
    let manifest = snapshot.manifest
    let layers = manifest.layers.sorted { $0.key < $1.key }.map { name, layer in
      "\(name): \(layer.mayUse.map(\.text).sorted().joined(separator: " "))"
    }
    let exceptions = manifest.exceptions.sorted { $0.key < $1.key }.map { name, allowed in
      "\(name)! \(allowed.keys.map(\.text).sorted().joined(separator: " "))"
    }
    let author = manifest.mirrorAuthor?.description ?? ""
    rules = ExportDigest.text(of: layers + exceptions + [author])
  }

  func key(of entry: RegistrySnapshot.Entry) -> String {
    let manifest = snapshot.manifest
    let requires = summaries[entry.name]?.requires ?? [:]
    let neighbours = requires.keys.sorted() + (dependents[entry.name] ?? [])
    let pins = manifest.apps.sorted { $0.key < $1.key }
      .compactMap { name, app in app.pins[entry.name].map { "\(name) \($0)" } }
    return ExportDigest.text(
      of: [
        rules, state.components[entry.name]?.key ?? "", notes[entry.name] ?? "",
        documentation.stamp(of: entry.name),
      ] + pins
        + ([entry.name] + neighbours).map(fact)
    )
  }

  private func fact(of name: ComponentName) -> String {
    let component = snapshot.manifest.components[name]
    let summary = summaries[name]
    let requires = (summary?.requires ?? [:]).sorted { $0.key < $1.key }
      .map { "\($0) \($1)" }.joined(separator: " ")
    return "\(name) \(component?.path.description ?? "-") \(component?.layer?.text ?? "-")"
      + " \(summary?.latest?.version.description ?? "-") \(requires)"
  }
}
