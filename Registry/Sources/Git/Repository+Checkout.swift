extension Repository {
  /// Writes a tree's files below `directory`: their bytes as stored, modes 644 and 755 under every
  /// umask, links as links; no filter, attribute or hook has a say.
  ///
  /// The listing is checked as a whole before; nothing that is there already is overwritten.
  package func write(_ listing: TreeListing, into directory: String) throws(GitError) {
    try refuseNul(in: directory)
    try write(listing.items[...], depth: 0, in: TreeWriter(path: directory))
  }

  /// Writes items that share the first `depth` names of their paths.
  private func write(
    _ items: ArraySlice<TreeListing.Item>,
    depth: Int,
    in directory: borrowing TreeWriter
  ) throws(GitError) {
    var rest = items
    while let item = rest.first {
      let names = item.path.names
      let name = String(names[depth])
      guard names.count > depth + 1 else {
        try write(item, named: name, in: directory)
        rest = rest.dropFirst()
        continue
      }
      let prefix = TreePath(unchecked: names[...depth].joined(separator: "/"))
      let inside = rest.prefix { $0.path.isInside(prefix) }
      try write(inside, depth: depth + 1, in: directory.directory(name))
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
