/// A folder of files that can be created again, and which of them give way to new ones: the least
/// recently used.
///
/// The sum of their sizes is kept, so that noting a use takes no reading of the folder. Usage is known
/// for one run only; before that, the age of the files counts. Other processes may use the same
/// folder: a file that one of them removes is created again, and a process that reads it can continue.
package struct DiskCache: Sendable {
  /// A file that was not used since.
  package struct Unused: Sendable {
    package let name: String
    fileprivate let use: Int
  }

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
      note(file.name, size: file.stamp.size)
    }
  }

  package func path(of name: String) -> String {
    "\(path)/\(name)"
  }

  /// Whether ``trim()`` has anything to remove.
  package var isOverfull: Bool { size > bound && files.count > 1 }

  /// Notes that a file exists and was used.
  package mutating func note(_ name: String, size new: Int) {
    clock += 1
    size += new - (files[name]?.size ?? 0)
    files[name] = (new, clock)
  }

  package mutating func remove(_ name: String) {
    removeFile(name)
    size -= files.removeValue(forKey: name)?.size ?? 0
  }

  /// Removes what exceeds the bound.
  package mutating func trim() {
    for file in surplus where forget(file) { removeFile(file.name) }
  }

  /// What ``trim()`` removes, for a caller that lets others note uses meanwhile.
  ///
  /// Down to nine tenths of the bound, so that not every further file causes a sort; never the file
  /// that was used last.
  package var surplus: [Unused] {
    guard isOverfull else { return [] }
    var (rest, surplus) = (size, [Unused]())
    for (name, file) in files.sorted(by: { $0.value.use < $1.value.use }).dropLast() {
      if rest <= bound / 10 * 9 { break }
      rest -= file.size
      surplus.append(Unused(name: name, use: file.use))
    }
    return surplus
  }

  /// Counts a file no longer, and returns whether it may be removed: not if it was used meanwhile.
  package mutating func forget(_ file: Unused) -> Bool {
    guard let known = files[file.name], known.use == file.use else { return false }
    files[file.name] = nil
    size -= known.size
    return true
  }

  /// If it cannot be removed, the next run tries again.
  private func removeFile(_ name: String) {
    _ = try? LocalFile.remove(path(of: name))
  }
}
