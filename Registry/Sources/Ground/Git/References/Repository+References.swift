private import CGit2
package import Base

extension Repository {
  /// The reference with this whole name, loose or packed; `nil` if there is none.
  package func reference(_ name: String) throws(OperationError) -> Reference? {
    guard try isReferenceName(name) else {
      throw OperationError(.invalid, "invalid reference name '\(TreeNameRules.escaped(name))'")
    }
    var found: OpaquePointer?
    guard try checkFound(unsafe git_reference_lookup(&found, pointer, name)) != nil else {
      return nil
    }
    defer { unsafe git_reference_free(found) }
    return unsafe Self.value(of: found)
  }

  /// Whether git would take this for the whole name of a reference.
  package func isReferenceName(_ name: String) throws(OperationError) -> Bool {
    guard !name.utf8.contains(0) else { return false }
    var isValid: Int32 = 0
    try check(unsafe git_reference_name_is_valid(&isValid, name))
    return isValid == 1
  }

  /// The references whose whole names match `pattern`, in the order of their names' bytes; `*`
  /// matches anything, slashes too.
  package func references(matching pattern: String) throws(OperationError) -> [Reference] {
    var references: [Reference] = []
    try unsafe forEachReference(matching: pattern) { iterator in
      var next: OpaquePointer?
      let result = unsafe git_reference_next(&next, iterator)
      defer { unsafe git_reference_free(next) }
      if result == 0, let reference = unsafe Self.value(of: next) { references.append(reference) }
      return result
    }
    return references.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// The names of these references alone, without reading what they lead to.
  func referenceNames(matching pattern: String) throws(OperationError) -> [String] {
    var names: [String] = []
    try unsafe forEachReference(matching: pattern) { iterator in
      var name: UnsafePointer<CChar>?
      let result = unsafe git_reference_next_name(&name, iterator)
      if result == 0, let name = unsafe name { names.append(unsafe String(cString: name)) }
      return result
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// - Parameter next: Takes one reference from the iterator and returns libgit2's result.
  private func forEachReference(
    matching pattern: String,
    _ next: (OpaquePointer?) -> Int32
  ) throws(OperationError) {
    try refuseNul(in: pattern)
    var iterator: OpaquePointer?
    try check(unsafe git_reference_iterator_glob_new(&iterator, pointer, pattern))
    defer { unsafe git_reference_iterator_free(iterator) }
    while true {
      let result = unsafe next(iterator)
      if result == GIT_ITEROVER.rawValue { return }
      try check(result)
    }
  }

  /// The object that a reference leads to in the end; `nil` if the last name does not exist.
  package func resolve(_ name: String) throws(OperationError) -> ObjectID? {
    switch try end(of: name) {
    case .name: nil
    case .object(_, let id): id
    }
  }

  package func head() throws(OperationError) -> Head {
    switch try end(of: "HEAD") {
    case .name(let branch): .unborn(branch)
    case .object("HEAD", let id): .detached(id)
    case .object(let branch, let id): .branch(branch, tip: id)
    }
  }

  private enum End {
    case name(String)
    case object(String, ObjectID)
  }

  /// Follows symbolic references to the one that holds an object, or that does not exist.
  private func end(of name: String) throws(OperationError) -> End {
    var name = name
    // As deep as git itself follows them.
    for _ in 0..<5 {
      switch try reference(name)?.target {
      case nil: return .name(name)
      case .object(let id): return .object(name, id)
      case .symbolic(let next): name = next
      }
    }
    throw OperationError(.corrupt, "the reference '\(name)' is part of a cycle")
  }

  private static func value(of reference: OpaquePointer?) -> Reference? {
    guard let name = unsafe git_reference_name(reference) else { return nil }
    if let id = unsafe git_reference_target(reference) {
      return unsafe Reference(name: String(cString: name), target: .object(ObjectID(id.pointee)))
    }
    guard let target = unsafe git_reference_symbolic_target(reference) else { return nil }
    return unsafe Reference(
      name: String(cString: name),
      target: .symbolic(String(cString: target))
    )
  }
}
