import APICompatibility
import Git
import GitValues

#if canImport(Darwin)
  private import Darwin
#else
  private import Glibc
#endif

/// Public interfaces that were read before.
///
/// A file's name has what the interface follows from and what is in the file, so that a damaged one
/// is noticed, and two processes that write one at once write the same or beside each other.
struct InterfaceCache {
  /// The files together stay below this, in bytes; the least recently used go first.
  static let limit = 64 << 20

  let folder: String

  struct Entry {
    /// For the digester, which reads files.
    let file: String
    let interface: PublicInterface
  }

  /// What was kept under the key; nothing if there is nothing, or it is damaged.
  func entry(_ key: String) throws -> Entry? {
    for name in try names() where name.hasPrefix("\(key)-") && name.hasSuffix(".json") {
      let file = "\(folder)/\(name)"
      guard let content = try LocalFile.read(file) else { continue }
      if name == Self.name(key, content), let interface = PublicInterface(keptText: content) {
        // Marks it as used; where that fails it only goes earlier.
        utimes(file, nil)
        return Entry(file: file, interface: interface)
      }
      try LocalFile.remove(file)
    }
    return nil
  }

  func keep(_ interface: PublicInterface, under key: String) throws -> Entry {
    let file = "\(folder)/\(Self.name(key, interface.json))"
    let staging = "\(file).\(getpid()).\(UInt32.random(in: .min ... .max)).new"
    let replacement = StagedReplacement(path: file, staging: staging)
    // Unsynced: what a power cut damages is noticed and made anew.
    try replacement.stage(interface.json)
    try replacement.moveIntoPlace()
    try trim(sparing: file)
    return Entry(file: file, interface: interface)
  }

  /// A name for whatever `facts` say.
  static func key(_ facts: [String]) -> String {
    Repository.blobID(of: Array(facts.joined(separator: "\n").utf8)).hex
  }

  private static func name(_ key: String, _ content: [UInt8]) -> String {
    "\(key)-\(Repository.blobID(of: content).hex).json"
  }

  private func names() throws -> [String] {
    LocalFile.kind(at: folder) == .directory ? try LocalFile.names(in: folder).sorted() : []
  }

  private func trim(sparing newest: String) throws {
    var files: [(path: String, size: Int, used: Int)] = []
    for name in try names() {
      var facts = stat()
      let path = "\(folder)/\(name)"
      guard path != newest, lstat(path, &facts) == 0 else { continue }
      files.append((path, Int(facts.st_size), Int(facts.modified)))
    }
    var total = files.reduce(0) { $0 + $1.size }
    for file in files.sorted(by: { $0.used < $1.used }) where total > Self.limit {
      try LocalFile.remove(file.path)
      total -= file.size
    }
  }
}

extension stat {
  fileprivate var modified: Int {
    #if canImport(Darwin)
      st_mtimespec.tv_sec
    #else
      st_mtim.tv_sec
    #endif
  }
}
