import Errors

internal import CGit2

#if canImport(Darwin)
  private import Darwin
#else
  private import Glibc
#endif

/// Strings as libgit2 takes a list of them.
@safe
struct RawStrings: ~Copyable {
  private let strings: UnsafeMutableBufferPointer<UnsafeMutablePointer<CChar>?>

  init(_ texts: [String]) throws(OperationError) {
    for text in texts { try refuseNul(in: text) }
    unsafe strings = .allocate(capacity: texts.count)
    for (index, text) in texts.enumerated() {
      unsafe strings.initializeElement(at: index, to: strdup(text))
    }
  }

  deinit {
    for index in unsafe strings.indices { unsafe free(strings[index]) }
    unsafe strings.deallocate()
  }

  func withRaw<Result>(
    _ body: (UnsafePointer<git_strarray>) throws(OperationError) -> Result
  ) throws(OperationError) -> Result {
    var array = unsafe git_strarray(strings: strings.baseAddress, count: strings.count)
    return try unsafe withUnsafePointer(to: &array) { (array) throws(OperationError) in
      try unsafe body(array)
    }
  }
}
