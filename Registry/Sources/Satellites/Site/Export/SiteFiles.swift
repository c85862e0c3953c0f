import Apps
import Content
import Git
import Base
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

  var manifest: Manifest { snapshot.manifest }

  /// - Parameters:
  ///   - summaries: Of all components with releases.
  ///   - recent: What the feed of all components shows.
  ///   - last: `nil` to compare every page.
  init(
    _ snapshot: RegistrySnapshot,
    _ state: ExportState,
    _ summaries: [ComponentName: ComponentSummary],
    _ recent: RecentReleases,
    _ renderer: PageRenderer,
    _ documentation: DocumentationFolder,
    in folder: ExportFolder,
    since last: ExportState?
  ) {
    (self.snapshot, self.folder, self.last) = (snapshot, folder, last)
    (self.summaries, self.recent) = (summaries, recent)
    address = state.address
    let url = address?.description
    form = "\(state.renderer) \(url ?? "")"
    self.documentation = documentation
    pages = RegistryPages(
      renderer,
      scope: snapshot.manifest.scope,
      paths: PagePaths(root: url.map(PagePaths.root(of:)) ?? "", isServed: false),
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
    try put("graph", pages.graph(graph), graph.json)
    try folder.update("rules.html", to: Array(pages.rules().utf8))
    let report = AppReport(
      scope: manifest.scope,
      apps: try ReachedComponents.pins(at: snapshot.commit, in: workspace),
      hidden: []
    )
    // Under their former name as well.
    for name in ["apps", "scaffolds"] { try put(name, pages.apps(report), report.json) }
    try folder.update("style.css", to: Array(StyleSheet.text.utf8))
    try folder.update(SearchScript.file, to: Array(SearchScript.text.utf8))
    try folder.update("icon.svg", to: Array(StyleSheet.icon.utf8))
    try folder.update("availability", to: Array("{\"available\":true}".utf8))
    for file in HostFiles(root: address.map { PagePaths.root(of: $0.description) } ?? "").all {
      try folder.update(file.name, to: Array(file.text.utf8))
    }
    if address != nil { try writeCollection() }
    try folder.update("registry.json", to: Array(overview.json.compact.utf8))
    // The pages above are there when the first page names them.
    try folder.update("index.html", to: Array(pages.home(overview).utf8))
  }

  private func put(_ name: String, _ page: String, _ json: JSONValue) throws {
    try folder.update("\(name).json", to: Array(json.compact.utf8))
    try folder.update("\(name).html", to: Array(page.utf8))
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
    let written = due.concurrentMap(reading: workspace.repository.gitDirectory) {
      try write($0, notes, from: $1)
    }
    for result in written { try result.get() }
  }

  private func write(
    _ entry: RegistrySnapshot.Entry,
    _ notes: ReleaseNotes,
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
    try writeReleases(in: history, entry, to: place, from: repository)
    let facts = try index.latest.map { latest in
      var facts = try self.facts(of: latest, history, entry, repository)
      facts.signer = try signerNames(of: [latest], entry, repository)[latest.version]
      return facts
    }
    let page = pages.component(history, showing: facts, in: graph)
    try folder.update("\(place)/\(PagePaths.pageFile)", to: Array(page.utf8))
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
