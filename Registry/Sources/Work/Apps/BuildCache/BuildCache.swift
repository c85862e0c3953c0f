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
  /// What a build depends on besides its tree: the toolchain, the system, the environment.
  let surroundings: [String]
  /// The limit for stored files, in bytes.
  let limit: Int
  let progress: @Sendable (String) -> Void

  package init(
    _ account: AccountCache,
    surroundings: [String],
    limit: Int,
    progress: @escaping @Sendable (String) -> Void = { _ in }
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
      waiting: progress
    )
    return try withExtendedLifetime(lock, body)
  }

  /// The addresses of all existing places.
  func existingAddresses() throws -> [BuildAddress] {
    guard LocalFile.kind(at: placesFolder) == .directory else { return [] }
    return try LocalFile.names(in: placesFolder).sorted().map(address(named:))
  }
}
