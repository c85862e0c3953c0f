package import Base
private import CGit2

extension Repository {
  /// An annotated tag that is not stored yet.
  ///
  /// Once it is, ``updateReference(_:to:expecting:reason:)`` on `refs/tags/NAME` makes it visible.
  package func tagText(
    _ name: String,
    target: ObjectID,
    tagger: Signature,
    message: String
  ) throws(OperationError) -> ObjectText {
    guard try isReferenceName("refs/tags/\(name)"), !name.hasPrefix("-") else {
      throw OperationError(.invalid, "invalid tag name '\(TreeNameRules.escaped(name))'")
    }
    try refuseNul(in: message)
    guard let kind = try header(of: target)?.kind else {
      throw OperationError(.notFound, "the repository has no object '\(target)' to tag")
    }
    let head = [
      "object \(target)", "type \(kind.name)", "tag \(name)", "tagger \(try tagger.line())",
    ]
    return ObjectText(.tag, head: head, message: message)
  }

  /// The tag of this name; `nil` if there is none.
  package func tag(_ name: String) throws(OperationError) -> Tag? {
    try reference("refs/tags/\(name)").map { (reference) throws(OperationError) in
      try tag(of: reference)
    }
  }

  /// The tags whose names match `pattern`, such as `Payments/*`, by the bytes of their names.
  package func tags(matching pattern: String = "*") throws(OperationError) -> [Tag] {
    var tags: [Tag] = []
    for reference in try references(matching: "refs/tags/\(pattern)") {
      tags.append(try tag(of: reference))
    }
    return tags
  }

  private func tag(of reference: Reference) throws(OperationError) -> Tag {
    let name = String(reference.name.dropFirst("refs/tags/".count))
    guard let id = try resolve(reference.name) else {
      throw OperationError(.notFound, "the tag '\(name)' points to nothing")
    }
    guard try header(of: id)?.kind == .tag else {
      return Tag(name: name, id: id, target: id, tagger: nil, message: nil)
    }
    var raw = id.raw
    let tag = try unsafe Handle(freedBy: { unsafe git_tag_free($0) }) {
      unsafe git_tag_lookup($0, pointer, &raw)
    }
    let target = try unsafe Handle(freedBy: { unsafe git_object_free($0) }) {
      unsafe git_tag_peel($0, tag.pointer)
    }
    return unsafe Tag(
      name: name,
      id: id,
      target: ObjectID(git_object_id(target.pointer).pointee),
      tagger: git_tag_tagger(tag.pointer).map { unsafe Signature($0) },
      message: git_tag_message(tag.pointer).map { unsafe RecordedText.decode($0) }
    )
  }
}

/// A tag and what it leads to.
package struct Tag: Hashable, Sendable {
  /// The name without `refs/tags/`.
  package let name: String
  /// The object that the reference leads to: the tag's own, or the target of a lightweight tag.
  package let id: ObjectID
  /// The first object behind it that is no tag.
  package let target: ObjectID
  /// The person who made it; `nil` for a lightweight tag, and for some annotated ones.
  package let tagger: Signature?
  /// The message of an annotated tag.
  package let message: String?
}

/// The names of all tags at one moment: libgit2 reads every reference for each question about some.
package struct TagNames: Sendable {
  /// Full names, by their bytes.
  private let names: [String]

  fileprivate init(_ names: [String]) {
    self.names = names
  }

  /// The full names of the tags in a folder of tags, such as `refs/tags/Payments`.
  package func names(in folder: String) -> ArraySlice<String> {
    let start = folder + "/"
    return names[place(of: start)...].prefix { $0.utf8.starts(with: start.utf8) }
  }

  /// Whether there is a tag of that full name.
  package func contains(_ name: String) -> Bool {
    let place = place(of: name)
    return place < names.endIndex && names[place].utf8.elementsEqual(name.utf8)
  }

  /// How many names come before a text.
  private func place(of text: String) -> Int {
    var (low, high) = (names.startIndex, names.endIndex)
    while low < high {
      let middle = (low + high) / 2
      if names[middle].utf8.lexicographicallyPrecedes(text.utf8) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }
}

extension Repository {
  /// The names of all tags, as they are now.
  package func tagNames() throws(OperationError) -> TagNames {
    TagNames(try referenceNames(matching: "refs/tags/*"))
  }
}

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

  /// The branch or commit that `HEAD` leads to.
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

/// A name in the repository that leads to an object, or to another name.
package struct Reference: Hashable, Sendable {
  /// The whole name, such as `refs/heads/main`.
  package let name: String
  /// The object or the other reference that it leads to.
  package let target: Target

  /// A reference leads to an object, or, if it is symbolic, to the reference of a name.
  package enum Target: Hashable, Sendable {
    case object(ObjectID)
    case symbolic(String)
  }
}

/// The state of `HEAD`: the branch or commit that is checked out.
package enum Head: Hashable, Sendable {
  /// On a branch, whose whole name this is, at its newest commit.
  case branch(String, tip: ObjectID)
  /// On a branch that has no commit yet.
  case unborn(String)
  /// On a commit and on no branch.
  case detached(ObjectID)

  /// The newest commit, if there is one.
  package var tip: ObjectID? {
    switch self {
    case .branch(_, let tip), .detached(let tip): tip
    case .unborn: nil
    }
  }
}
