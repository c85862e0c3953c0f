import Base
package import Model
package import Reports
package import Versions

/// Releases and withdrawals as a feed (RFC 4287).
///
/// The identifiers depend on nothing but the names and the version, so that a reader knows an entry
/// again that it has from another address, and shows a withdrawal as a change of it.
struct AtomFeed {
  static let fileName = "feed.atom"

  let identity: String
  let title: String
  let scope: ScopeName
  /// The addresses of the feed and of the page for people: URLs, or paths in an export that does
  /// not know its own.
  let address: String
  let page: String
  let entries: [Entry]

  struct Entry {
    let entry: FeedEntry
    let page: String
  }

  var text: String {
    let updated = entries.map(\.entry.updated.description).max() ?? "1970-01-01T00:00:00Z"
    let head = [
      "<?xml version=\"1.0\" encoding=\"utf-8\"?>",
      "<feed xmlns=\"http://www.w3.org/2005/Atom\">",
      "<id>urn:uuid:\(StableID.uuid(of: "feed \(identity)"))</id>",
      "<title>\(title.escapedForXML)</title>",
      "<updated>\(updated)</updated>",
      "<author><name>\(scope.text.escapedForXML) registry</name></author>",
      "<link rel=\"self\" type=\"application/atom+xml\" href=\"\(address.escapedForXML)\"/>",
      "<link rel=\"alternate\" type=\"text/html\" href=\"\(page.escapedForXML)\"/>",
    ]
    let lines = head + entries.flatMap { $0.lines(in: scope) } + ["</feed>", ""]
    return lines.joined(separator: "\n")
  }
}

/// A release as a feed shows it.
package struct FeedEntry: Sendable {
  let component: ComponentName
  let version: SemanticVersion
  let released: RecordDate
  let yank: Yank?
  /// In Markdown.
  let notes: String?

  /// - Parameter notes: The changelog's entry, in Markdown.
  package init(_ release: Release, of component: ComponentName, yank: Yank?, notes: String?) {
    (self.component, version, released) = (component, release.version, release.date)
    (self.yank, self.notes) = (yank, notes)
  }

  /// - Parameter indexes: Of all these components.
  package static func entries(
    of recent: RecentReleases,
    _ indexes: [ComponentName: ReleaseIndex],
    _ notes: ReleaseNotes
  ) -> [FeedEntry] {
    let texts = indexes.map { name, index in (name, notes.entries(of: name, index.releases)) }
    let entries = Dictionary(uniqueKeysWithValues: texts)
    return recent.items.compactMap { item in
      guard let index = indexes[item.component], let place = index.position(of: item.version)
      else { return nil }
      let release = index.releases[place]
      return FeedEntry(
        release,
        of: item.component,
        yank: index.yank(of: release),
        notes: entries[item.component]?[release.version]
      )
    }
  }

  var updated: RecordDate { yank?.date ?? released }
}

extension AtomFeed.Entry {
  /// Readers show an entry's title as its heading; what looks like HTML in a commit's title is not.
  private static let markdown = Markdown(rawHTML: .shown, headings: .all(3))

  fileprivate func lines(in scope: ScopeName) -> [String] {
    let name = "\(entry.component) \(entry.version)"
    let identity = entry.component.identity(in: scope)
    let title = entry.yank == nil ? name : "\(name) (withdrawn)"
    return [
      "<entry>",
      "<id>urn:uuid:\(StableID.uuid(of: "release \(identity) \(entry.version)"))</id>",
      "<title>\(title.escapedForXML)</title>",
      "<published>\(entry.released)</published>",
      "<updated>\(entry.updated)</updated>",
      "<link rel=\"alternate\" type=\"text/html\" href=\"\(page.escapedForXML)\"/>",
      "<content type=\"html\">\(html.escapedForXML)</content>",
      "</entry>",
    ]
  }

  private var html: String {
    let withdrawal = entry.yank.map { "<p>Withdrawn: \($0.reason.escapedForHTML)</p>" }
    let notes = entry.notes.map(Self.markdown.html)
    return [withdrawal, notes].compactMap(\.self).joined()
  }
}

/// The newest releases and withdrawals of all components, for the feed of all.
package struct RecentReleases: Sendable {
  /// A release, with the time of its last change.
  package struct Item: Hashable, Sendable {
    package let component: ComponentName
    package let version: SemanticVersion
    /// The time at which it was released or, later, withdrawn.
    package let updated: RecordDate
  }

  /// The number of entries in a feed; readers that look once a day miss none.
  static let most = 50

  /// The entries, newest first.
  package private(set) var items: [Item] = []

  package init() {}

  /// - Parameter updated: For each version, when it was released or withdrawn.
  package mutating func add(
    _ versions: [SemanticVersion],
    updated: [RecordDate],
    of component: ComponentName
  ) {
    for (version, date) in zip(versions, updated) {
      // A registry has far more releases than a feed.
      if items.count == Self.most, let last = items.last, date < last.updated { continue }
      add(Item(component: component, version: version, updated: date))
    }
  }

  /// Adds an item in its place; the oldest one goes if there are more than a feed has.
  package mutating func add(_ item: Item) {
    let place = items.firstIndex { item.precedes($0) } ?? items.endIndex
    items.insert(item, at: place)
    if items.count > Self.most { items.removeLast() }
  }
}

extension RecentReleases.Item {
  fileprivate func precedes(_ other: Self) -> Bool {
    if updated != other.updated { return updated > other.updated }
    if component != other.component { return component < other.component }
    return version > other.version
  }
}

/// A UUID that is the same on all machines and at all times (RFC 9562, version 8).
package enum StableID {
  /// - Parameter name: What it identifies.
  package static func uuid(of name: String) -> String {
    var bytes = Array(SHA256.digest(of: Array(name.utf8)).prefix(16))
    bytes[6] = bytes[6] & 0x0f | 0x80
    bytes[8] = bytes[8] & 0x3f | 0x80
    let digits = Array(Hexadecimal.text(bytes))
    return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }
      .joined(separator: "-")
  }
}
