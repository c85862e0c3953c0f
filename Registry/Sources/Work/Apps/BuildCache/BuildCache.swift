package import Base
import Git
package import Model

/// The builds that all clones of an account share.
///
/// An app is built in a folder of the cache. Before another tree is checked out there, the files of
/// the previous build are stored, each content once; they are restored when that tree comes back.
package struct BuildCache: Sendable {
  /// How many builds of one kind of app can run at a time; further ones run in their clones.
  static let places = 4

  let root: String
  /// The values that a build depends on besides its tree: the toolchain, the system, the
  /// environment.
  let surroundings: [String]
  /// The limit for stored files, in bytes.
  let limit: Int
  let progress: @Sendable (OperationProgress) -> Void

  /// Opens the cache in the shared folder of an account, which is created if it is missing.
  ///
  /// - Parameters:
  ///   - surroundings: The values that a build depends on besides its tree: builds are shared only
  ///     between clones that have the same.
  ///   - limit: The limit for stored files, in bytes.
  ///   - progress: Told what is being done, if it takes a while.
  package init(
    _ account: AccountCache,
    surroundings: [String],
    limit: Int,
    progress: @escaping @Sendable (OperationProgress) -> Void = { _ in }
  ) throws(OperationError) {
    root = try account.folder("builds")
    self.surroundings = surroundings
    self.limit = limit
    self.progress = progress
  }

  var store: ContentStore { ContentStore(folder: "\(root)/files") }

  var listings: String { "\(root)/listings" }

  var placesFolder: String { "\(root)/places" }

  /// Takes the place that suits a tree best; `nil` if all are in use.
  func place(for pinned: PinnedTree, _ scope: String, of clone: String) throws -> BuildPlace? {
    let addresses = addresses(of: "\(pinned.app)", scope)
    let ranks = try addresses.map { try $0.rank(for: pinned.tree, clone) }
    for (address, _) in zip(addresses, ranks).sorted(by: { $0.1 < $1.1 }) {
      guard let place = try BuildPlace(address, in: self) else { continue }
      try LocalFile.update(address.user, to: Array(clone.utf8))
      LocalFile.touch(address.user)
      return place
    }
    return nil
  }

  /// Takes the place for builds of components, whose files are not stored; `nil` if another process
  /// has it.
  ///
  /// - Parameter name: The kind of build.
  package func place(named name: String, _ scope: String, of clone: String) throws -> BuildPlace? {
    let address = addresses(of: "components.\(name)", scope)[0]
    guard let place = try BuildPlace(address, in: self) else { return nil }
    try LocalFile.update(address.user, to: Array(clone.utf8))
    return place
  }

  /// - Parameter name: That of an app, or one with a dot, which no app has.
  private func addresses(of name: String, _ scope: String) -> [BuildAddress] {
    let facts = ["places 1", root, scope, name] + surroundings
    let key = ContentID(of: Array(facts.joined(separator: "\n").utf8)).hex.prefix(12)
    return (1...Self.places).map { address(named: "\(name)-\(key)-\($0)") }
  }

  func address(named name: String) -> BuildAddress {
    BuildAddress(folder: "\(placesFolder)/\(name)", listings: "\(listings)/\(name)")
  }

  /// Stores the build of a place, while no other process adds or removes files.
  func save(_ place: BuildPlace) throws {
    try alone {
      try place.save(progress: progress)
      try trim()
    }
  }

  /// Prevents other processes from adding and removing files while `body` runs.
  func alone<Result>(_ body: () throws -> Result) throws -> Result {
    let lock = try FileLock.take(
      at: "\(root)/lock",
      for: "trimming the build cache",
      limit: .seconds(600),
      waiting: { progress("\($0)") }
    )
    return try withExtendedLifetime(lock, body)
  }

  /// The addresses of all existing places.
  func existingAddresses() throws -> [BuildAddress] {
    guard LocalFile.kind(at: placesFolder) == .directory else { return [] }
    return try LocalFile.names(in: placesFolder).sorted().map(address(named:))
  }
}

extension Workspace {
  /// The configured limit of the cache, in bytes.
  package func cacheLimit() throws -> Int {
    let standard = 10 << 30
    guard let value = try repository.configuration()["registry.cachesize"] else { return standard }
    let units = ["k": 10, "m": 20, "g": 30]
    let shift = value.last.flatMap { units[$0.lowercased()] }
    guard let number = Int(shift == nil ? value[...] : value.dropLast()), number >= 0,
      number.leadingZeroBitCount > (shift ?? 0) + 1
    else {
      throw OperationError(
        .invalidPath,
        "invalid value '\(value)' of 'registry.cacheSize' in git's configuration, expected a size"
          + " such as '20g'"
      )
    }
    return number << (shift ?? 0)
  }
}

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

extension BuildCache {
  /// The size of the cache, its places and its last build.
  package struct Report: Sendable {
    /// The absolute path of the folder.
    package let folder: String
    /// The number of stored builds; ``files`` and ``bytes`` are those that they have together.
    package let builds: Int
    package let files: Int
    package let bytes: Int
    /// The limit for stored files, in bytes.
    package let limit: Int
    /// The folders in which apps are checked out and built.
    package let places: [Place]
    /// The object files of the last build; `nil` if there was none.
    package let last: BuildCount?

    /// A folder in which an app is checked out and built.
    package struct Place: Sendable {
      /// The last part of the folder's path.
      package let name: String
      /// The size of all files in the folder, in bytes.
      package let bytes: Int
      package let isInUse: Bool
      /// The clone that last built there.
      package let clone: String
    }
  }

  package func report() throws -> Report {
    let contents = try alone { try store.contents() }
    let places = try existingAddresses().map { address in
      Report.Place(
        name: LocalFile.name(of: address.folder),
        bytes: try Self.size(of: address.folder),
        isInUse: FileLock.isHeld(at: "\(address.folder)/taken"),
        clone: String(decoding: try LocalFile.read(address.user) ?? [], as: UTF8.self)
      )
    }
    return Report(
      folder: root,
      builds: try keptListings().count,
      files: contents.count,
      bytes: contents.values.reduce(0, +),
      limit: limit,
      places: places,
      last: try lastCount()
    )
  }

  private static func size(of path: String) throws -> Int {
    guard let facts = FileFacts.of(path) else { return 0 }
    guard facts.kind == .directory else { return facts.size }
    return try LocalFile.names(in: path).reduce(0) { try $0 + size(of: "\(path)/\($1)") }
  }

  /// Removes everything except the places in which an app is being built.
  ///
  /// - Returns: The names of those.
  package func clean() throws -> [String] {
    try alone {
      var taken: [String] = []
      for address in try existingAddresses() {
        guard let place = try BuildPlace(address, in: self) else {
          taken.append(LocalFile.name(of: address.folder))
          continue
        }
        try withExtendedLifetime(place) { try LocalFile.removeAll(address.folder) }
      }
      try LocalFile.removeAll(listings)
      try LocalFile.removeAll(store.folder)
      try LocalFile.remove("\(root)/last")
      return taken
    }
  }

  /// The number of stored files and builds, and of those that were damaged and removed.
  package struct Verification: Equatable, Sendable {
    package var files = 0
    package var damagedFiles = 0
    package var builds = 0
    package var damagedBuilds = 0
    /// The number of commands that were run again.
    package var compiled = 0
    /// The outputs that differ from the stored ones.
    package var different: [String] = []

    /// Whether nothing was damaged, and each command gave the stored result again.
    package var isSound: Bool { damagedFiles + damagedBuilds == 0 && different.isEmpty }
  }

  /// Reads every stored file, and removes those that do not have the content that their names say,
  /// with the builds that contain them.
  ///
  /// - Parameter count: How many commands of each checked-out build are run again; a build is also
  ///   removed if one of them gives another result.
  package func verify(compiling count: Int = 0) throws -> Verification {
    let places =
      count > 0 ? try existingAddresses().compactMap { try BuildPlace($0, in: self) } : []
    for place in places { try save(place) }
    var result = try verifyFiles()
    for place in places {
      try withExtendedLifetime(place) {
        let different = try place.differences(compiling: count) { name in
          progress("compiling \(name) again")
          result.compiled += 1
        }
        result.different += different ?? []
      }
    }
    return result
  }

  private func verifyFiles() throws -> Verification {
    try alone {
      var result = Verification()
      var sound: Set<ContentID> = []
      for id in try store.contents().keys.sorted(by: { $0.hex < $1.hex }) {
        result.files += 1
        if try store.content(of: id) == nil {
          result.damagedFiles += 1
        } else {
          sound.insert(id)
        }
      }
      for path in try keptListings() {
        result.builds += 1
        let listing = try LocalFile.read(path).flatMap(BuildListing.init(reading:))
        guard listing?.contents.allSatisfy({ sound.contains($0.id) }) != true else { continue }
        result.damagedBuilds += 1
        try LocalFile.remove(path)
      }
      return result
    }
  }
}

extension BuildCache {
  private static let header = "registry-cache 1"

  /// The numbers of builds and files that were exported or imported.
  package struct Exchange: Equatable, Sendable {
    package var builds = 0
    package var files = 0
  }

  /// Writes all builds into one file, including those of places that are not in use.
  package func export(to path: String) throws -> Exchange {
    for address in try existingAddresses() {
      guard let place = try BuildPlace(address, in: self) else { continue }
      try place.removeUnfinished()
      try save(place)
    }
    return try alone {
      var exchange = Exchange()
      let file = try StagedFile(for: path)
      try file.write(Array("\(Self.header)\n".utf8))
      var written: Set<ContentID> = []
      for path in try keptListings() {
        guard let bytes = try LocalFile.read(path), let listing = BuildListing(reading: bytes),
          listing.contents.allSatisfy({ store.has($0.id) })
        else { continue }
        for (id, _) in listing.contents where written.insert(id).inserted {
          guard let content = try store.content(of: id) else { throw Self.damaged(id) }
          try file.write(Array("file \(id.hex) \(content.count)\n".utf8))
          try file.write(content)
          exchange.files += 1
        }
        let place = LocalFile.name(of: LocalFile.parent(of: path))
        try file.write(Array("build \(place)/\(listing.tree.hex) \(bytes.count)\n".utf8))
        try file.write(bytes)
        exchange.builds += 1
      }
      try file.write(Array("end\n".utf8))
      try file.commit()
      return exchange
    }
  }

  /// Adds the files and builds that ``export(to:)`` wrote, if files have the content that their
  /// names say and builds have all of their files.
  package func takeOver(from path: String) throws -> Exchange {
    guard let file = try OpenFile(path) else {
      throw OperationError(.inputOutput, "there is no file '\(path)'")
    }
    var reader = ExchangeReader(file: file, path: path)
    guard try reader.line() == Self.header else { throw reader.error }
    return try alone {
      var exchange = Exchange()
      while true {
        let words = try reader.line().split(separator: " ")
        if words == ["end"] { break }
        guard words.count == 3, let size = Int(words[2]), size >= 0 else { throw reader.error }
        let content = try reader.bytes(size)
        switch words[0] {
        case "file":
          let id = ContentID(of: content)
          guard id.hex == words[1] else { throw reader.error }
          try store.add(content, named: id)
          exchange.files += 1
        case "build":
          try add(content, named: words[1], reader.error)
          exchange.builds += 1
        default: throw reader.error
        }
      }
      try trim()
      return exchange
    }
  }

  private func add(
    _ bytes: [UInt8],
    named name: Substring,
    _ error: OperationError
  ) throws {
    let path = try TreePath(String(name))
    guard path.names.count == 2, let listing = BuildListing(reading: bytes),
      path.name == listing.tree.hex, listing.contents.allSatisfy({ store.has($0.id) })
    else { throw error }
    try LocalFile.makeDirectories("\(listings)/\(path.parent)")
    try LocalFile.update("\(listings)/\(path)", to: bytes)
  }

  private static func damaged(_ id: ContentID) -> OperationError {
    OperationError(
      .inputOutput,
      "the file '\(id.hex)' of the build cache was damaged, and is removed",
      help: "run this again"
    )
  }
}

/// Reads an exported file from its beginning.
private struct ExchangeReader {
  let file: OpenFile
  let path: String
  private var position = 0
  private static let longestLine = 512

  init(file: OpenFile, path: String) {
    (self.file, self.path) = (file, path)
  }

  var error: OperationError {
    OperationError(
      .inputOutput,
      "'\(path)' is damaged, or was not written by 'registry cache export'",
      help: "export it again; what was read so far is kept"
    )
  }

  mutating func line() throws -> String {
    let start = try file.read(position..<min(position + Self.longestLine, file.size))
    guard let end = start.firstIndex(of: UInt8(ascii: "\n")) else { throw error }
    position += end + 1
    return String(decoding: start[..<end], as: UTF8.self)
  }

  mutating func bytes(_ count: Int) throws -> [UInt8] {
    guard count <= file.size - position else { throw error }
    defer { position += count }
    return try file.read(position..<(position + count))
  }
}

/// The numbers of files of a build that were compiled, and of all.
package struct BuildCount: Equatable, Sendable {
  /// Object files.
  package let compiled: Int
  /// The number of object files, compiled or reused.
  package let all: Int

  /// Counts the object files of a place.
  ///
  /// - Parameter start: When the build began.
  package init(of place: BuildPlace, since start: Int) throws {
    var (compiled, all) = (0, 0)
    try place.walk(TreePath(known: "build")) { path, facts in
      guard facts.kind == .file, path.string.hasSuffix(".o"), path.string.contains(".build/"),
        // These only wrap a module for debuggers.
        !path.string.hasSuffix(".swiftmodule.o")
      else { return }
      all += 1
      if facts.stamp.changed >= start, facts.stamp.modified >= start { compiled += 1 }
    }
    (self.compiled, self.all) = (compiled, all)
  }

  /// Reads what ``BuildCache/keep(_:)`` wrote.
  init?(reading bytes: [UInt8]) {
    let parts = String(decoding: bytes, as: UTF8.self).split(separator: " ").compactMap { Int($0) }
    guard parts.count == 2 else { return nil }
    (compiled, all) = (parts[0], parts[1])
  }
}

extension BuildCache {
  /// Stores the counts of the last build.
  package func keep(_ count: BuildCount) throws {
    try LocalFile.update("\(root)/last", to: Array("\(count.compiled) \(count.all)".utf8))
  }

  func lastCount() throws -> BuildCount? {
    try LocalFile.read("\(root)/last").flatMap(BuildCount.init(reading:))
  }
}
