import Base
import Git
import Logging
import Model
import NIOPosix
import Site
import Synchronization
import Versions

/// The rendered releases of each component: their versions in memory, and the rest in one file in
/// the cache folder.
///
/// The file has no name, so that removing the folder does no harm, and it ends with the process. What
/// has no room in it is rendered for each request.
final class ReleaseLibrary: Sendable {
  /// All that the text depends on.
  struct Key: Hashable, Sendable {
    private let log: ObjectID?
    private let metadata: ObjectID?
    private let signatures: ObjectID?
    private let repository: String?
    private let identity: String

    init(_ entry: RegistrySnapshot.Entry, _ snapshot: RegistrySnapshot) {
      (log, metadata, signatures) = (entry.log, entry.metadata, entry.signatures)
      repository = snapshot.manifest.repository(of: entry.name)?.description
      identity = snapshot.identity(of: entry.name)
    }
  }

  struct Item: Sendable {
    let releases: RenderedReleases
    /// `nil` if there was no room for the text.
    fileprivate let text: (file: TemporaryFile, place: Range<Int>)?

    /// A part of the text; `nil` if it has to be rendered.
    func part(_ range: Range<Int>) async throws -> [UInt8]? {
      guard let (file, place) = text else { return nil }
      let start = place.lowerBound
      return try await NIOThreadPool.singleton.runIfActive {
        try file.read((start + range.lowerBound)..<(start + range.upperBound))
      }
    }
  }

  private struct State {
    var file: TemporaryFile?
    var items: [Key: Item] = [:]
    var complaint = ""
  }

  /// Texts of earlier logs may take this much more space than those that are served.
  private static let freeGarbage = 16 << 20

  private let bound: Int
  private let logger: Logger
  private let state = Mutex(State())

  /// - Parameter bound: In bytes.
  init(bound: Int, logger: Logger) {
    (self.bound, self.logger) = (bound, logger)
  }

  subscript(key: Key) -> Item? {
    state.withLock { $0.items[key] }
  }

  /// Renders the releases of a component, if that was not done yet.
  func item(
    _ entry: RegistrySnapshot.Entry,
    of snapshot: RegistrySnapshot,
    in workspace: borrowing Workspace
  ) throws -> Item {
    let key = Key(entry, snapshot)
    if let known = self[key] { return known }
    let (releases, text) = try RenderedReleases.render(
      entry,
      of: snapshot,
      from: workspace.repository
    )
    let item = Item(releases: releases, text: store(text, in: workspace))
    state.withLock { $0.items[key] = item }
    return item
  }

  private func store(
    _ text: [UInt8],
    in workspace: borrowing Workspace
  ) -> (TemporaryFile, Range<Int>)? {
    do {
      let file = try file(in: workspace)
      guard file.size + text.count <= bound else { return nil }
      return (file, try file.append(text))
    } catch {
      let isNew = state.withLock { state in
        defer { state.complaint = "\(error)" }
        return state.complaint != "\(error)"
      }
      if isNew { logger.error("cannot store answers, computing them for each request: \(error)") }
      return nil
    }
  }

  private func file(in workspace: borrowing Workspace) throws -> TemporaryFile {
    try state.withLock { state in
      if let file = state.file { return file }
      let file = try TemporaryFile(in: workspace.cacheFolder("answers"))
      state.file = file
      return file
    }
  }

  /// Removes what is rendered for all other snapshots.
  func keep(_ snapshot: RegistrySnapshot, in workspace: borrowing Workspace) throws {
    let keys = Set(snapshot.allComponents.map { Key($0, snapshot) })
    let old: TemporaryFile? = state.withLock { state in
      state.items = state.items.filter { keys.contains($0.key) }
      let needed = state.items.values.reduce(0) { $0 + ($1.text?.place.count ?? 0) }
      guard let file = state.file, file.size - needed > needed + Self.freeGarbage else {
        return nil
      }
      state.file = nil
      return file
    }
    guard old != nil else { return }
    // Those who have an item can read it in the old file, which ends with the last of them.
    for (key, item) in state.withLock(\.items) {
      guard let (file, place) = item.text else { continue }
      let copy = Item(releases: item.releases, text: store(try file.read(place), in: workspace))
      state.withLock { $0.items[key] = copy }
    }
  }
}

/// Caches recently used values, within a bound on their total weight.
///
/// There are two generations: used values move to the young one, and when that weighs half of the
/// bound, the old one is dropped as a whole. The cost does not depend on the number of values.
final class BoundedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Generations {
    var young: [Key: (value: Value, weight: Int)] = [:]
    var old: [Key: (value: Value, weight: Int)] = [:]
    var weight = 0
  }

  private let bound: Int
  private let generations = Mutex(Generations())

  /// - Parameter bound: In the unit of the weights.
  init(bound: Int) {
    self.bound = bound
  }

  subscript(key: Key) -> Value? {
    generations.withLock { generations in
      if let found = generations.young[key] { return found.value }
      guard let found = generations.old[key] else { return nil }
      insert(found.value, found.weight, key, &generations)
      return found.value
    }
  }

  func insert(_ value: Value, weight: Int, for key: Key) {
    generations.withLock { insert(value, weight, key, &$0) }
  }

  private func insert(_ value: Value, _ weight: Int, _ key: Key, _ state: inout Generations) {
    guard weight <= bound / 2 else { return }
    if state.weight + weight > bound / 2 {
      state.old = state.young
      state.young = [:]
      state.weight = 0
    }
    state.weight += weight - (state.young[key]?.weight ?? 0)
    state.young[key] = (value, weight)
  }
}
