extension Repository {
  /// Writes a tree's files below `directory`: their bytes as stored, modes 644 and 755 under every
  /// umask, links as links; no filter, attribute or hook has a say.
  ///
  /// The listing is checked as a whole before; nothing that is there already is overwritten.
  package func write(_ listing: TreeListing, into directory: String) throws(GitError) {
    try refuseNul(in: directory)
    try write(listing.items[...], offset: 0, in: TreeWriter(path: directory))
  }

  /// Writes items whose paths have the first `offset` bytes in common.
  private func write(
    _ items: ArraySlice<TreeListing.Item>,
    offset: Int,
    in directory: borrowing TreeWriter
  ) throws(GitError) {
    var rest = items
    while let item = rest.first {
      let path = item.path.string.utf8
      let names = path.dropFirst(offset)
      guard let slash = names.firstIndex(of: UInt8(ascii: "/")) else {
        try write(item, named: String(Substring(names)), in: directory)
        rest = rest.dropFirst()
        continue
      }
      let folder = path[...slash]
      let inside = rest.prefix { $0.path.string.utf8.starts(with: folder) }
      let name = String(Substring(names[..<slash]))
      try write(inside, offset: folder.count, in: directory.directory(name))
      rest = rest.dropFirst(inside.count)
    }
  }

  private func write(
    _ item: TreeListing.Item,
    named name: String,
    in directory: borrowing TreeWriter
  ) throws(GitError) {
    let content = try blob(item.id)
    if item.mode == .link {
      try directory.link(name, to: content)
    } else {
      try directory.file(name, content, isExecutable: item.mode == .executable)
    }
  }
}
