import Base

extension BuildCache {
  package struct Report: Sendable {
    /// The absolute path of the folder.
    package let folder: String
    /// How many builds are kept, and how many files and bytes they have together.
    package let builds: Int
    package let files: Int
    package let bytes: Int
    package let limit: Int
    package let places: [Place]
    package let last: BuildCount?

    package struct Place: Sendable {
      package let name: String
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

  package struct Verification: Equatable, Sendable {
    package var files = 0
    package var damagedFiles = 0
    package var builds = 0
    package var damagedBuilds = 0
    /// The number of commands that were run again.
    package var compiled = 0
    /// The outputs that differ from the stored ones.
    package var different: [String] = []

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
