private import CGit2
package import GitValues

extension Repository {
  /// A way through the conversions that attributes and configuration ask for.
  package enum FilterDirection: Sendable {
    /// From a working file to its blob.
    case toStore
    /// From a blob to its working file.
    case toWorkingTree
  }

  /// The content of a file after git's own conversions: ends of lines and `$Id$`.
  ///
  /// Filter programs and encodings are left out: see ``needsGitProgram(at:_:)``.
  package func converted(
    _ content: [UInt8],
    at path: TreePath,
    _ direction: FilterDirection
  ) throws(GitError) -> [UInt8] {
    var list: OpaquePointer?
    try check(
      unsafe git_filter_list_load(
        &list,
        pointer,
        nil,
        path.string,
        direction == .toStore ? GIT_FILTER_TO_ODB : GIT_FILTER_TO_WORKTREE,
        GIT_FILTER_ALLOW_UNSAFE.rawValue
      )
    )
    guard let list = unsafe list else { return content }
    defer { unsafe git_filter_list_free(list) }
    var buffer = unsafe git_buf()
    defer { unsafe git_buf_dispose(&buffer) }
    try check(
      unsafe content.withUnsafeBytes { bytes in
        unsafe git_filter_list_apply_to_buffer(
          &buffer,
          list,
          bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
          bytes.count
        )
      }
    )
    guard let start = unsafe buffer.ptr, unsafe buffer.size > 0 else { return [] }
    return unsafe Array(UnsafeRawBufferPointer(start: start, count: buffer.size))
  }

  /// Whether attributes ask for a conversion of a file that only the git program makes: with a filter
  /// of the configuration, as Git LFS has one, or to another encoding.
  package func needsGitProgram(at path: TreePath) throws(GitError) -> Bool {
    if let encoding = try attribute("working-tree-encoding", at: path) {
      return encoding.lowercased() != "utf-8"
    }
    guard let filter = try attribute("filter", at: path) else { return false }
    let configuration = try configuration()
    return ["clean", "smudge", "process"].contains {
      configuration["filter.\(filter).\($0)"] != nil
    }
  }

  /// The value of an attribute that is set to one.
  private func attribute(_ name: String, at path: TreePath) throws(GitError) -> String? {
    var value: UnsafePointer<CChar>?
    try check(
      unsafe git_attr_get(
        &value,
        pointer,
        UInt32(GIT_ATTR_CHECK_FILE_THEN_INDEX),
        path.string,
        name
      )
    )
    guard let value = unsafe value, unsafe git_attr_value(value) == GIT_ATTR_VALUE_STRING else {
      return nil
    }
    return unsafe String(cString: value)
  }
}
