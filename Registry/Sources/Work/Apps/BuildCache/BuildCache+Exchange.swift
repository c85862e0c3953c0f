import Base
import Git
import Model

extension BuildCache {
  private static let header = "registry-cache 1"

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
