private import CGit2
package import Base

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
