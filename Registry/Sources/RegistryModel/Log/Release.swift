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
  /// What was found out about the public interface; nothing in a record of the first format.
  package var interface: ReleaseInterface?
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
    interface: ReleaseInterface? = nil,
    later: LaterFormat? = nil
  ) {
    self.version = version
    self.tree = tree
    self.source = source
    self.date = date
    self.archive = archive
    self.requires = requires
    self.edits = edits
    self.interface = interface
    self.later = later
  }
}

extension Release {
  /// The last format of which every key is known.
  private static let known = 2

  enum Key: String, JSONKey {
    case archive
    case date
    case edits
    case format
    case interface
    case requires
    case source
    case tree
    case version
  }

  var json: JSONValue {
    let edits = edits.map { ($0.description, JSONValue.array($1.map(\.json))) }
    var members: [Key: JSONValue] = [
      .archive: .string(archive.description),
      .date: .string(date.description),
      .edits: .object(Dictionary(edits) { first, _ in first }),
      .format: .integer(interface == nil ? LaterFormat.first : Self.known),
      .requires: .names(requires.mapValues(\.json)),
      .source: .string(source.description),
      .tree: .string(tree.description),
      .version: .string(version.description),
    ]
    if let interface { members[.interface] = interface.json }
    return LaterFormat.adding(later, to: .members(members))
  }

  init(_ field: JSONField) throws(RegistryModelError) {
    let object = try field.object(Key.self)
    let format = try object.required(.format)
    later = try LaterFormat(format, others: object, known: Self.known)
    interface = try Self.interface(of: object, format)
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
    edits = try Self.edits(object.required(.edits))
  }

  static func edits(
    _ field: JSONField
  ) throws(RegistryModelError) -> [RelativePath: [SourceEdit]] {
    var edits: [RelativePath: [SourceEdit]] = [:]
    for (key, value) in try field.entries() {
      do throws(RegistryModelError) {
        edits[try RelativePath(key)] = try SourceEdit.list(value)
      } catch {
        throw error.file == nil ? value.locatedAtKey(error) : error
      }
    }
    return edits
  }

  /// The second format is the first one with this key; a record has one or the other form, so that
  /// equal records have equal lines.
  private static func interface(
    of object: JSONObject<Key>,
    _ format: JSONField
  ) throws(RegistryModelError) -> ReleaseInterface? {
    let number = try format.integer()
    guard number > LaterFormat.first else {
      if let field = object[.interface] {
        throw field.locatedAtKey(
          RegistryModelError(
            .unknownKey,
            "unknown key 'interface'",
            help: "a record that has it is of format \(Self.known)"
          )
        )
      }
      return nil
    }
    if number > Self.known, object[.interface] == nil { return nil }
    return try ReleaseInterface(
      object.required(.interface),
      refusesOthers: number == Self.known
    )
  }
}
