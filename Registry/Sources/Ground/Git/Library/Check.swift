import Base

private import CGit2
private import SystemPackage

/// The result of a call into libgit2, or its error.
///
/// Negative is failure; anything else is a result, which some calls use as an answer. The library
/// keeps its last error for the thread, and there may be none: it is read at once and cleared, so
/// that no later failure can be explained by it.
@discardableResult
func check(_ result: Int32) throws(OperationError) -> Int32 {
  guard result < 0 else { return result }
  throw lastError(for: result)
}

/// Like ``check(_:)``, for a call that does not say which of its system calls failed: `systemError`
/// is what that one left.
func check(_ result: Int32, systemError: Int32) throws(OperationError) {
  guard result < 0 else { return }
  if unsafe registry_git2_last_error() == nil, systemError != 0 {
    let reason = Errno(rawValue: systemError).description
    throw OperationError(.inputOutput, "\(reason.prefix(1).lowercased())\(reason.dropFirst())")
  }
  throw lastError(for: result)
}

/// Like ``check(_:)``, but returns `nil` for something that does not exist.
func checkFound(_ result: Int32) throws(OperationError) -> Int32? {
  if result == GIT_ENOTFOUND.rawValue {
    git_error_clear()
    return nil
  }
  return try check(result)
}

private func lastError(for result: Int32) -> OperationError {
  var message = "libgit2 failed with code \(result) and gave no reason"
  var systemFailed = false
  if let last = unsafe registry_git2_last_error() {
    if let text = unsafe last.pointee.message { message = unsafe String(cString: text) }
    systemFailed = unsafe last.pointee.klass == Int32(GIT_ERROR_OS.rawValue)
  }
  git_error_clear()
  return OperationError(
    code(of: result, systemFailed: systemFailed),
    message.prefix(1).lowercased() + message.dropFirst()
  )
}

private func code(of result: Int32, systemFailed: Bool) -> OperationError.Code {
  switch git_error_code(rawValue: result) {
  case GIT_ENOTFOUND: .notFound
  case GIT_EEXISTS: .alreadyExists
  case GIT_EAMBIGUOUS: .ambiguous
  case GIT_EINVALIDSPEC, GIT_EINVALID: .invalid
  case GIT_ELOCKED: .locked
  case GIT_EMODIFIED: .moved
  case GIT_EBAREREPO: .bareRepository
  case GIT_EUNBORNBRANCH: .unbornBranch
  case GIT_EOWNER: .foreignOwner
  case GIT_EPEEL: .wrongKind
  case GIT_EMISMATCH: .corrupt
  default: systemFailed ? .inputOutput : .other
  }
}
