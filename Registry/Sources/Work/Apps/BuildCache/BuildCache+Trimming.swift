import Base
import Git

extension BuildCache {
  /// Removes the least recently used builds while all files together are too large, and files that
  /// no build has.
  func trim() throws {
    let contents = try store.contents()
    guard contents.values.reduce(0, +) > limit else { return }
    // Down to nine tenths, so that not every further build causes a search.
    var room = limit / 10 * 9
    var used: Set<ContentID> = []
    for path in try keptListings() {
      guard let listing = try LocalFile.read(path).flatMap(BuildListing.init(reading:)) else {
        try LocalFile.remove(path)
        continue
      }
      let new = Dictionary(listing.contents.map { ($0.id, $0.size) }) { first, _ in first }
        .filter { !used.contains($0.key) }
      let size = new.values.reduce(0, +)
      guard size <= room else {
        try LocalFile.remove(path)
        // Everything that was used before is removed as well.
        room = 0
        continue
      }
      room -= size
      used.formUnion(new.keys)
    }
    for id in contents.keys where !used.contains(id) { try store.remove(id) }
  }

  /// The paths of all listings, most recently used first.
  func keptListings() throws -> [String] {
    guard LocalFile.kind(at: listings) == .directory else { return [] }
    var found: [(path: String, used: Int)] = []
    for place in try LocalFile.names(in: listings) {
      // Others are what a killed run had not finished.
      for name in try LocalFile.names(in: "\(listings)/\(place)")
      where (try? ObjectID(hex: name)) != nil {
        let path = "\(listings)/\(place)/\(name)"
        if let facts = FileFacts.of(path), facts.kind == .file {
          found.append((path, facts.stamp.modified))
        }
      }
    }
    return found.sorted { ($0.used, $0.path) > ($1.used, $1.path) }.map(\.path)
  }
}
