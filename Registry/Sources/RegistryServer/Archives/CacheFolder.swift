import RegistryOperations

#if canImport(Darwin)
  private import Darwin
#else
  private import Glibc
#endif

/// The files of a cache, of which those that were used longest ago give way to new ones.
///
/// What was used is known for one run only; before, the age of the files counts. Other processes may use the same folder: a file that one of them takes
/// away is made anew, and whoever reads it goes on reading.
struct CacheFolder {
  let path: String
  private let bound: Int
  private var files: [String: (size: Int, use: Int)] = [:]
  private var size = 0
  private var clock = 0

  /// - Parameter bound: In bytes of all files.
  init(path: String, bound: Int) {
    self.path = path
    self.bound = bound
    StagedFile.removeAbandoned(in: path)
    var found: [(name: String, size: Int, time: Int)] = []
    for name in Self.names(in: path) where !name.hasSuffix(StagedFile.suffix) {
      var facts = stat()
      guard lstat("\(path)/\(name)", &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
        continue
      }
      #if canImport(Darwin)
        let modified = facts.st_mtimespec.tv_sec
      #else
        let modified = facts.st_mtim.tv_sec
      #endif
      found.append((name, Int(facts.st_size), modified))
    }
    for file in found.sorted(by: { $0.time < $1.time }) { add(file.name, size: file.size) }
  }

  func path(of name: String) -> String {
    "\(path)/\(name)"
  }

  mutating func remove(_ name: String) {
    unlink(path(of: name))
    size -= files.removeValue(forKey: name)?.size ?? 0
  }

  /// Notes that a file is there and was used, and makes room for it.
  mutating func add(_ name: String, size new: Int) {
    clock += 1
    size += new - (files[name]?.size ?? 0)
    files[name] = (new, clock)
    guard size > bound else { return }
    for (old, _) in files.sorted(by: { $0.value.use < $1.value.use }) where old != name {
      remove(old)
      // Down to nine tenths, so that not each further file is a reason to sort.
      if size <= bound / 10 * 9 { break }
    }
  }

  private static func names(in path: String) -> [String] {
    guard let directory = opendir(path) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
