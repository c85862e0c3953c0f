/// A folder of files that can be created again; the least recently used are removed to make room
/// for new ones.
///
/// Usage is known for one run only; before that, the age of the files counts. Other processes may
/// use the same folder: a file that one of them removes is created again, and a process that reads
/// it can continue.
package struct DiskCache: Sendable {
  package let path: String
  private let bound: Int
  private var files: [String: (size: Int, use: Int)] = [:]
  private var size = 0
  private var clock = 0

  /// - Parameter bound: In bytes of all files.
  package init(path: String, bound: Int) {
    self.path = path
    self.bound = bound
    var found: [(name: String, stamp: FileStamp)] = []
    StagedFile.removeAbandoned(in: path)
    for name in (try? LocalFile.names(in: path)) ?? [] where !name.hasSuffix(StagedFile.suffix) {
      guard let facts = FileFacts.of("\(path)/\(name)"), facts.kind == .file else { continue }
      found.append((name, facts.stamp))
    }
    for file in found.sorted(by: { $0.stamp.modified < $1.stamp.modified }) {
      add(file.name, size: file.stamp.size)
    }
  }

  package func path(of name: String) -> String {
    "\(path)/\(name)"
  }

  package mutating func remove(_ name: String) {
    // If it cannot be removed, the next run tries again.
    _ = try? LocalFile.remove(path(of: name))
    size -= files.removeValue(forKey: name)?.size ?? 0
  }

  /// Notes that a file exists and was used, and removes others to make room for it.
  package mutating func add(_ name: String, size new: Int) {
    clock += 1
    size += new - (files[name]?.size ?? 0)
    files[name] = (new, clock)
    guard size > bound else { return }
    for (old, _) in files.sorted(by: { $0.value.use < $1.value.use }) where old != name {
      remove(old)
      // Down to nine tenths, so that not every further file causes a sort.
      if size <= bound / 10 * 9 { break }
    }
  }
}
