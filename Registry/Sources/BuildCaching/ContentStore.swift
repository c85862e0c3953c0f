import Files

/// Files by what is in them, each kept once for all clones.
///
/// A file is whole before it has its name. What a power cut or a failing disk made of it is noticed
/// when it is read, since its name says what must be in it.
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
    // Unsynced: what a power cut damages is made anew.
    try replacement.stage(content)
    try replacement.moveIntoPlace()
  }

  /// What was kept under a name; `nil` if there is nothing, or it is damaged and was removed.
  func content(of id: ContentID) throws -> [UInt8]? {
    guard let content = try LocalFile.read(path(of: id)) else { return nil }
    if ContentID(of: content) == id { return content }
    try LocalFile.remove(path(of: id))
    return nil
  }

  func remove(_ id: ContentID) throws {
    try LocalFile.remove(path(of: id))
  }

  /// All that is kept, with the sizes in bytes; what killed runs left half written is removed.
  ///
  /// Only while no other process adds to it.
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
