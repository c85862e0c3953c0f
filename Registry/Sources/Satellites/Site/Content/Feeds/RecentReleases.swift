package import Model
package import Versions

/// The newest releases and withdrawals of all components, for the feed of all.
package struct RecentReleases: Sendable {
  package struct Item: Hashable, Sendable {
    package let component: ComponentName
    package let version: SemanticVersion
    /// When it was released or, later, withdrawn.
    package let updated: RecordDate
  }

  /// The number of entries in a feed; readers that look once a day miss none.
  static let most = 50

  /// Newest first.
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
