internal import CGit2
import Files
package import GitValues

extension Repository {
  /// What is not committed below `paths`, in the order of the names; everywhere if none is given.
  ///
  /// Ignored files are no change; of a sparse checkout, the files that it leaves out are none.
  /// - Throws: ``GitError/Code/bareRepository`` where there are no files to look at.
  package func status(of paths: [TreePath] = []) throws(GitError) -> [FileStatus] {
    let paths = paths.isEmpty ? [.root] : paths
    if let (facts, index) = try SystemFile.readWithFacts(indexPath),
      let staged = try stagedPaths(among: paths, index)
    {
      let known = IndexFiles(index, written: facts.stamp.modified)
      let unstaged = changeable(staged.unstaged, known)
      if unstaged.isEmpty, staged.doubtful.isEmpty { return [] }
      var files = try list(unstaged, GIT_STATUS_SHOW_WORKDIR_ONLY)
      files += try fullStatus(of: staged.doubtful)
      // Another process may have staged something in between.
      if try indexChecksum() == staged.index {
        return files.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
      }
    }
    return try fullStatus(of: paths)
  }

  /// Those of the paths whose files are not proved to be as git looked at them last, which the library
  /// has to look at.
  private func changeable(_ paths: [TreePath], _ files: IndexFiles?) -> [TreePath] {
    guard let files, let directory = workingDirectory else { return paths }
    return paths.filter { !files.areUnchanged(at: $0, in: directory) }
  }

  /// The same, from a look at all trees of the newest commit.
  func fullStatus(of paths: [TreePath]) throws(GitError) -> [FileStatus] {
    try list(paths, GIT_STATUS_SHOW_INDEX_AND_WORKDIR)
  }

  private func list(
    _ paths: [TreePath],
    _ sides: git_status_show_t
  ) throws(GitError) -> [FileStatus] {
    if paths.isEmpty { return [] }
    var options = unsafe git_status_options()
    try check(unsafe git_status_options_init(&options, UInt32(GIT_STATUS_OPTIONS_VERSION)))
    unsafe options.show = sides
    unsafe options.flags =
      GIT_STATUS_OPT_INCLUDE_UNTRACKED.rawValue
      | GIT_STATUS_OPT_RECURSE_UNTRACKED_DIRS.rawValue
      | GIT_STATUS_OPT_DISABLE_PATHSPEC_MATCH.rawValue
    return try unsafe RawStrings(Self.pathspec(paths)).withRaw { (strings) throws(GitError) in
      unsafe options.pathspec = strings.pointee
      let list = try unsafe Handle(freedBy: { unsafe git_status_list_free($0) }) {
        unsafe git_status_list_new($0, pointer, &options)
      }
      let index = try openIndex()
      var files: [FileStatus] = []
      for position in 0..<(unsafe git_status_list_entrycount(list.pointer)) {
        guard let entry = unsafe git_status_byindex(list.pointer, position) else { continue }
        if let file = unsafe Self.file(entry.pointee, index: index.pointer) { files.append(file) }
      }
      return files
    }
  }

  /// The paths as the library takes a list of them.
  ///
  /// It walks that list beside the sorted index, and steps over `api` once it has seen `api-a` and
  /// `api-b`: the files in `api` come after these, as does `api/`, which it finds.
  private static func pathspec(_ paths: [TreePath]) -> [String] {
    // The root as a path would match nothing.
    if paths.contains(.root) { return [] }
    return paths.flatMap { [$0.string, "\($0.string)/"] }
  }

  private func openIndex() throws(GitError) -> Handle {
    try unsafe Handle(freedBy: { unsafe git_index_free($0) }) {
      unsafe git_repository_index($0, pointer)
    }
  }

  /// What the index ends with that was looked at last.
  private func indexChecksum() throws(GitError) -> ObjectID? {
    let index = try openIndex()
    return unsafe git_index_checksum(index.pointer).map { unsafe ObjectID($0.pointee) }
  }

  private static func file(_ entry: git_status_entry, index: OpaquePointer) -> FileStatus? {
    let delta = unsafe entry.index_to_workdir ?? entry.head_to_index
    guard let delta = unsafe delta?.pointee,
      let path = unsafe delta.new_file.path ?? delta.old_file.path
    else { return nil }
    let flags = unsafe entry.status.rawValue
    func has(_ flag: git_status_t) -> Bool { flags & flag.rawValue != 0 }
    let staged: FileStatus.Change? =
      has(GIT_STATUS_INDEX_NEW)
      ? .added
      : has(GIT_STATUS_INDEX_MODIFIED)
        ? .modified
        : has(GIT_STATUS_INDEX_DELETED)
          ? .removed
          : has(GIT_STATUS_INDEX_TYPECHANGE) ? .typeChanged : nil
    var unstaged: FileStatus.Change? =
      has(GIT_STATUS_WT_NEW)
      ? .untracked
      : has(GIT_STATUS_WT_MODIFIED)
        ? .modified
        : has(GIT_STATUS_WT_DELETED)
          ? .removed
          : has(GIT_STATUS_WT_TYPECHANGE)
            ? .typeChanged
            : has(GIT_STATUS_WT_UNREADABLE) ? .unreadable : nil
    if unstaged == .removed, unsafe isLeftOut(path, of: index) { unstaged = nil }
    let isConflicted = has(GIT_STATUS_CONFLICTED)
    guard staged != nil || unstaged != nil || isConflicted else { return nil }
    return unsafe FileStatus(
      path: String(cString: path),
      staged: staged,
      unstaged: unstaged,
      isConflicted: isConflicted
    )
  }

  /// Whether a sparse checkout leaves the file out, which libgit2 does not look at.
  private static func isLeftOut(_ path: UnsafePointer<CChar>, of index: OpaquePointer) -> Bool {
    guard let entry = unsafe git_index_get_bypath(index, path, 0) else { return false }
    let skipped = UInt16(GIT_INDEX_ENTRY_SKIP_WORKTREE.rawValue)
    return unsafe entry.pointee.flags_extended & skipped != 0
  }
}
