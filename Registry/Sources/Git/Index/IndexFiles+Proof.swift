import Files
import GitValues

extension IndexFiles {
  /// Whether all files at and below a path are proved to be as git looked at them, with none beside
  /// them.
  ///
  /// - Parameter directory: The root of the working tree.
  func areUnchanged(at path: TreePath, in directory: String) -> Bool {
    let isProved = LocalFile.opening(folder: directory) { root in
      areUnchanged(path.names[...], at: 0, entries[...], root)
    }
    return isProved ?? false
  }

  /// - Parameters:
  ///   - way: The names of the folders on the way that are still to be opened.
  ///   - prefix: How long the path of the folder is, with the slash behind it.
  ///   - entries: Those in the folder.
  ///   - folder: An open one.
  private func areUnchanged(
    _ way: ArraySlice<Substring>,
    at prefix: Int,
    _ entries: ArraySlice<Entry>,
    _ folder: Int32
  ) -> Bool {
    guard let name = way.first else { return areUnchanged(at: prefix, entries, folder) }
    let inner = self.entries(startingWith: Array("\(name)/".utf8), at: prefix, of: entries)
    // A file, or a folder of which git knows nothing.
    guard !inner.isEmpty else { return false }
    let length = prefix + name.utf8.count + 1
    return LocalFile.opening(folder: String(name), from: folder, followsLinks: false) {
      areUnchanged(way.dropFirst(), at: length, inner, $0)
    } ?? false
  }

  private func areUnchanged(
    at prefix: Int,
    _ entries: ArraySlice<Entry>,
    _ folder: Int32
  ) -> Bool {
    var rest = entries
    var count = 0
    while let entry = rest.first {
      count += 1
      let name = names[entry.name].dropFirst(prefix)
      if let slash = name.firstIndex(of: UInt8(ascii: "/")) {
        let inner = self.entries(startingWith: Array(name[...slash]), at: prefix, of: rest)
        let isUnchanged = LocalFile.opening(
          folder: String(decoding: name[..<slash], as: UTF8.self),
          from: folder,
          followsLinks: false
        ) { areUnchanged(at: prefix + slash + 1 - name.startIndex, inner, $0) }
        guard isUnchanged ?? false else { return false }
        rest = rest[inner.endIndex...]
      } else {
        let facts = unsafe names.withUnsafeBytes { bytes in
          unsafe bytes[name.startIndex...].withMemoryRebound(to: CChar.self) {
            unsafe $0.baseAddress.flatMap { unsafe FileFacts.of($0, from: folder) }
          }
        }
        guard let facts, entry.matches(facts) else { return false }
        rest = rest.dropFirst()
      }
    }
    // All that git knows is there: with anything beside it, there would be more.
    return LocalFile.count(in: folder, besides: prefix == 0 ? ".git" : nil) == count
  }

  /// The first of the entries, as far as their names go on with `text`; they are in order, so that
  /// these lie together.
  private func entries(
    startingWith text: [UInt8],
    at prefix: Int,
    of entries: ArraySlice<Entry>
  ) -> ArraySlice<Entry> {
    func side(_ entry: Entry) -> Int {
      let name = names[entry.name].dropFirst(prefix)
      if name.starts(with: text) { return 0 }
      return name.lexicographicallyPrecedes(text) ? -1 : 1
    }
    let start = entries.partition { side($0) >= 0 }
    return entries[start...].prefix(upTo: entries[start...].partition { side($0) > 0 })
  }
}

extension ArraySlice {
  /// Where the elements begin that something holds for, which are all behind the others.
  fileprivate func partition(_ holds: (Element) -> Bool) -> Index {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
