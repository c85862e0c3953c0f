package import Versioning

/// What is recorded of a release, for ever: a line of a release log.
package struct Release: Hashable, Sendable {
  package var version: SemanticVersion
  /// Of the component's folder: what the release is.
  package var tree: ObjectName
  /// The commit it was made from, as far as it still exists.
  package var source: ObjectName
  package var date: RecordDate
  package var archive: ArchiveChecksum
  /// What its dependencies among the components must be.
  package var requires: [ComponentName: VersionRequirement]
  /// What turns the files of the tree into their published form, by path inside the component.
  package var edits: [RelativePath: [SourceEdit]]
  /// What a later format says beyond this, kept as it was read.
  package var later: LaterFormat?

  package init(
    version: SemanticVersion,
    tree: ObjectName,
    source: ObjectName,
    date: RecordDate,
    archive: ArchiveChecksum,
    requires: [ComponentName: VersionRequirement] = [:],
    edits: [RelativePath: [SourceEdit]] = [:],
    later: LaterFormat? = nil
  ) {
    self.version = version
    self.tree = tree
    self.source = source
    self.date = date
    self.archive = archive
    self.requires = requires
    self.edits = edits
    self.later = later
  }
}

extension Release {
  enum Key: String, JSONKey {
    case archive
    case date
    case edits
    case format
    case requires
    case source
    case tree
    case version
  }

  var json: JSONValue {
    let edits = edits.map { ($0.description, JSONValue.array($1.map(\.json))) }
    let members: [Key: JSONValue] = [
      .archive: .string(archive.description),
      .date: .string(date.description),
      .edits: .object(Dictionary(edits) { first, _ in first }),
      .format: .integer(LaterFormat.known),
      .requires: .names(requires.mapValues(\.json)),
      .source: .string(source.description),
      .tree: .string(tree.description),
      .version: .string(version.description),
    ]
    return LaterFormat.adding(later, to: .members(members))
  }

  init(_ field: JSONField) throws(RegistryModelError) {
    let object = try field.object(Key.self)
    later = try LaterFormat(try object.required(.format), others: object)
    version = try object.required(.version).version()
    tree = try object.required(.tree).parse(ObjectName.init)
    source = try object.required(.source).parse(ObjectName.init)
    date = try object.required(.date).parse { text throws(RegistryModelError) in
      try RecordDate(text)
    }
    archive = try object.required(.archive).parse { text throws(RegistryModelError) in
      try ArchiveChecksum(text)
    }
    requires = [:]
    for (key, value) in try object.required(.requires).entries() {
      requires[try ComponentName(key: key, of: value)] = try VersionRequirement(value)
    }
    edits = [:]
    for (key, value) in try object.required(.edits).entries() {
      do throws(RegistryModelError) {
        edits[try RelativePath(key)] = try SourceEdit.list(value)
      } catch {
        throw error.file == nil ? value.locatedAtKey(error) : error
      }
    }
  }
}
