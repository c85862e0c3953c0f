import Base

/// Files by content, each stored once for all clones.
///
/// A file gets its name when it is complete. Damage by a power cut or a failing disk is detected
/// when it is read, because the name is a hash of the content.
struct ContentStore: Sendable {
  let folder: String

  func path(of id: ContentID) -> String {
    "\(folder)/\(id.hex.prefix(2))/\(id.hex)"
  }

  func has(_ id: ContentID) -> Bool {
    LocalFile.exists(path(of: id))
  }

  func add(_ content: [UInt8], named id: ContentID) throws {
    guard !has(id) else { return }
    let path = path(of: id)
    let token = String(UInt32.random(in: .min ... .max), radix: 16)
    let replacement = StagedReplacement(path: path, staging: "\(path).\(token)\(Self.partial)")
    // Unsynced: a file that a power cut damages is created again.
    try replacement.stage(content)
    try replacement.moveIntoPlace()
  }

  /// The content with that id; `nil` if it is missing, or was damaged and therefore removed.
  func content(of id: ContentID) throws -> [UInt8]? {
    guard let content = try LocalFile.read(path(of: id)) else { return nil }
    if ContentID(of: content) == id { return content }
    try LocalFile.remove(path(of: id))
    return nil
  }

  func remove(_ id: ContentID) throws {
    try LocalFile.remove(path(of: id))
  }

  /// All stored contents with their sizes in bytes; incomplete files of killed runs are removed.
  ///
  /// Only while no other process adds files.
  func contents() throws -> [ContentID: Int] {
    guard LocalFile.kind(at: folder) == .directory else { return [:] }
    var contents: [ContentID: Int] = [:]
    for part in try LocalFile.names(in: folder) {
      for name in try LocalFile.names(in: "\(folder)/\(part)") {
        let path = "\(folder)/\(part)/\(name)"
        if let id = ContentID(name[...]), let facts = FileFacts.of(path) {
          contents[id] = facts.size
        } else if name.hasSuffix(Self.partial) {
          try LocalFile.remove(path)
        }
      }
    }
    return contents
  }

  private static let partial = ".part"
}

/// The name of a file's content: its SHA-256.
struct ContentID: Hashable, Sendable {
  /// 64 digits in lower case.
  let hex: String

  init(of content: [UInt8]) {
    hex = Hexadecimal.text(SHA256.digest(of: content))
  }

  /// `nil` for any other text.
  init?(_ text: Substring) {
    guard text.utf8.count == 64, text.utf8.allSatisfy({ Hexadecimal.value(of: $0) != nil }) else {
      return nil
    }
    hex = String(text)
  }
}
