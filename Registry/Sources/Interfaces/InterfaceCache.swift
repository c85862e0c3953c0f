package import APICompatibility
import Files
import Git
import GitValues

/// Public interfaces that were read before.
///
/// A file's name has what the interface follows from and what is in the file, so that a damaged one
/// is noticed, and two processes that write one at once write the same or beside each other.
package struct InterfaceCache {
  /// The files together stay below this, in bytes; the least recently used go first.
  static let limit = 64 << 20

  package let folder: String

  package init(folder: String) {
    self.folder = folder
  }

  package struct Entry {
    /// For the digester, which reads files.
    let file: String
    let interface: PublicInterface
  }

  /// What was kept under the key; nothing if there is nothing, or it is damaged.
  package func entry(_ key: String) throws -> Entry? {
    for name in try names() where name.hasPrefix("\(key)-") && name.hasSuffix(".json") {
      let file = "\(folder)/\(name)"
      guard let content = try LocalFile.read(file) else { continue }
      if name == Self.name(key, content), let interface = PublicInterface(keptText: content) {
        LocalFile.touch(file)
        return Entry(file: file, interface: interface)
      }
      try LocalFile.remove(file)
    }
    return nil
  }

  package func keep(_ interface: PublicInterface, under key: String) throws -> Entry {
    let name = Self.name(key, interface.json)
    let file = "\(folder)/\(name)"
    let staged = try StagedFile(for: file)
    try staged.write(interface.json)
    // Unsynced: what a power cut damages is noticed and made anew.
    try staged.commit(isSynced: false)
    var files = DiskCache(path: folder, bound: Self.limit)
    files.add(name, size: interface.json.count)
    return Entry(file: file, interface: interface)
  }

  /// A name for whatever `facts` say.
  package static func key(_ facts: [String]) -> String {
    Repository.blobID(of: Array(facts.joined(separator: "\n").utf8)).hex
  }

  private static func name(_ key: String, _ content: [UInt8]) -> String {
    "\(key)-\(Repository.blobID(of: content).hex).json"
  }

  private func names() throws -> [String] {
    LocalFile.kind(at: folder) == .directory ? try LocalFile.names(in: folder).sorted() : []
  }
}
