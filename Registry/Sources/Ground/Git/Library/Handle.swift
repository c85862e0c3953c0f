import Base

/// The only owner of an object that libgit2 allocated, which frees it once.
///
/// A noncopyable binding lives to the end of its scope, so the pointer is valid there; it never
/// leaves the method that created it.
@safe
struct Handle: ~Copyable {
  let pointer: OpaquePointer
  private let free: (OpaquePointer?) -> Void

  /// Takes what `make` stores through its argument, if `make` does not fail.
  init(
    freedBy free: @escaping (OpaquePointer?) -> Void,
    _ make: (UnsafeMutablePointer<OpaquePointer?>) -> Int32
  ) throws(OperationError) {
    var made: OpaquePointer?
    try check(unsafe make(&made))
    guard let made = unsafe made else {
      throw OperationError(.other, "libgit2 reported success and returned nothing")
    }
    unsafe self.pointer = made
    unsafe self.free = free
  }

  deinit {
    unsafe free(pointer)
  }
}
