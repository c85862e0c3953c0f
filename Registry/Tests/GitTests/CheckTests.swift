import CGit2
import Base
@testable import Git
import Foundation
import ScratchRepositories
import Testing

/// The library's error of the thread, in the forms that its versions have for none.
@Suite(.scratchRepository)
struct CheckTests {
  private func error(_ result: Int32, systemError: Int32) -> OperationError? {
    do throws(OperationError) {
      try check(result, systemError: systemError)
      return nil
    } catch {
      return error
    }
  }

  /// From 1.8 on, there is an error of a class that says that there is none.
  private func setNoError() {
    git_error_set_str(Int32(GIT_ERROR_NONE.rawValue), "no error")
  }

  @Test func `a failure without a reason is explained by the system's, in every version`() {
    let expected = OperationError(.inputOutput, "permission denied")
    git_error_clear()
    #expect(error(-1, systemError: EACCES) == expected)
    setNoError()
    #expect(error(-1, systemError: EACCES) == expected)
  }

  @Test func `a failure without any reason says so, in every version`() {
    let expected = OperationError(.other, "libgit2 failed with code -1 and gave no reason")
    git_error_clear()
    #expect(error(-1, systemError: 0) == expected)
    setNoError()
    #expect(error(-1, systemError: 0) == expected)
  }

  @Test func `a reason of the library comes before the system's`() {
    git_error_set_str(Int32(GIT_ERROR_REFERENCE.rawValue), "The reference is odd")
    #expect(error(-1, systemError: EACCES) == OperationError(.other, "the reference is odd"))
  }

  @Test func `a full disk is the reason, and not what an earlier call has left`() {
    for (left, expected) in [
      (ENOSPC, OperationError(.inputOutput, "no space left on device")),
      (ENOENT, OperationError(.other, "libgit2 failed with code -1 and gave no reason")),
    ] {
      let found: OperationError?
      do throws(OperationError) {
        git_error_set_str(Int32(GIT_ERROR_CONFIG.rawValue), "could not find '.gitconfig'")
        try check(0)
        errno = left
        try check(-1)
        found = nil
      } catch {
        found = error
      }
      #expect(found == expected)
    }
  }
}
