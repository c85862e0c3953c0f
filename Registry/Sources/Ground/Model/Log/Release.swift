import Base
package import Git
package import ManifestEditor
package import Versions

/// The record of a release: a line of a release log, which never changes.
package struct Release: Hashable, Sendable {
  package var version: SemanticVersion
  /// The tree of the component's folder, which is the content of the release.
  package var tree: ObjectID
  /// The parts that the tree is made of, by path, where the folder contains more than the component: no
  /// commit has such a tree; empty for all others.
  package var parts: [TreePath: TreePart] = [:]
  /// The folder that the parts are in; `nil` for the root, and without parts.
  package var folder: TreePath?
  /// The commit it was made from, as far as it still exists.
  package var source: ObjectID
  /// The time at which it was made.
  package var date: RecordDate
  /// The checksum of the archive of its published form; `nil` for an internal release, which has
  /// none.
  package var archive: ArchiveChecksum?
  /// The requirements on other components.
  package var requires: [ComponentName: VersionRequirement]
  /// The edits that turn the files of the tree into their published form, by path inside the
  /// component.
  package var edits: [TreePath: [SourceEdit]]
  /// The replacements of links in the published form, by path inside the component.
  package var files: [TreePath: PublishedObject] = [:]
  /// The files, folders and submodules of the tree that the published form does not have; of an
  /// internal release, its submodules.
  package var omits: Set<TreePath> = []
  /// The files of the root that the published form has in addition, by path inside the component.
  package var adds: [TreePath: PublishedObject] = [:]
  /// The result of comparing the public interface; `nil` in a record of the first format.
  package var interface: ReleaseInterface?
  /// The author of its commit in a mirror; `nil` for `registry <registry@localhost>`.
  package var mirrorAuthor: MirrorAuthor?
  /// The tag that the release was adopted from; `nil` for a release that the registry made, whose
  /// tag follows from its version.
  package var tag: String?
  /// The blob of its archive, as it was uploaded; `nil` for an archive that follows
  /// from the tree.
  package var upload: ObjectID?
  /// The entry of the changelog below the heading, in Markdown with headings of the third level;
  /// `nil` in records of earlier formats, and for one that is too long for a record.
  package var notes: String?
  /// Members of a later format, kept as they were read.
  package var later: LaterFormat?

  package init(
    version: SemanticVersion,
    tree: ObjectID,
    source: ObjectID,
    date: RecordDate,
    archive: ArchiveChecksum?,
    requires: [ComponentName: VersionRequirement] = [:],
    edits: [TreePath: [SourceEdit]] = [:],
    interface: ReleaseInterface? = nil
  ) {
    self.version = version
    self.tree = tree
    self.source = source
    self.date = date
    self.archive = archive
    self.requires = requires
    self.edits = edits
    self.interface = interface
  }
}

extension Release {
  /// The users that it was made for.
  package var kind: ReleaseKind { archive == nil ? .internal : .public }

  /// Whether it is for the apps of the repository alone, without an archive.
  package var isInternal: Bool { archive == nil }

  /// Whether files of the working tree belong to it that no tree has: only a clone with its submodules
  /// can build it.
  package var needsSubmodules: Bool { isInternal && !omits.isEmpty }
}

extension Release {
  /// The last format of which every key is known.
  static let known = 11

  /// The first format that has 'rules' in 'interface'.
  static let rulesFormat = 7

  /// The keys that the first format does not have, with the format that has them first.
  static let laterKeys: KeyValuePairs<Int, [Key]> = [
    11: [.parts, .folder], 10: [.notes], 9: [.upload], 8: [.isInternal], 6: [.mirrorAuthor],
    5: [.tag],
    4: [.adds],
    3: [.files, .omits], 2: [.interface],
  ]

  /// Whether it was received over HTTP and not made from a commit of this repository.
  package var isUploaded: Bool { source == .zero }

  /// The lowest format that can represent the record.
  var format: Int {
    if !parts.isEmpty { return 11 }
    if notes != nil { return 10 }
    if upload != nil { return 9 }
    if isInternal { return 8 }
    if interface?.rules != nil { return Self.rulesFormat }
    if mirrorAuthor != nil { return 6 }
    if tag != nil { return 5 }
    if !adds.isEmpty { return 4 }
    if !files.isEmpty || !omits.isEmpty { return 3 }
    return interface == nil ? LaterFormat.first : 2
  }

  enum Key: String, JSONKey {
    case adds
    case archive
    case date
    case edits
    case files
    case folder
    case format
    case interface
    case isInternal = "internal"
    case mirrorAuthor
    case notes
    case omits
    case parts
    case requires
    case source
    case tag
    case tree
    case upload
    case version
  }

  var json: JSONValue {
    let edits = edits.map { ($0.description, JSONValue.array($1.map(\.json))) }
    var members: [Key: JSONValue] = [
      .date: .string(date.description),
      .format: .integer(format),
      .requires: .names(requires.mapValues(\.json)),
      .source: .string(source.description),
      .tree: .string(tree.description),
      .version: .string(version.description),
    ]
    if let archive { members[.archive] = .string(archive.description) }
    if isInternal { members[.isInternal] = .bool(true) }
    if !isInternal || !edits.isEmpty {
      members[.edits] = .object(Dictionary(edits) { first, _ in first })
    }
    if let interface { members[.interface] = interface.json }
    if let mirrorAuthor { members[.mirrorAuthor] = .string(mirrorAuthor.description) }
    if let notes { members[.notes] = .string(notes) }
    if let tag { members[.tag] = .string(tag) }
    if let upload { members[.upload] = .string(upload.description) }
    if !adds.isEmpty { members[.adds] = PublishedObject.json(adds) }
    if !files.isEmpty { members[.files] = PublishedObject.json(files) }
    if !parts.isEmpty { members[.parts] = TreePart.json(parts) }
    if let folder { members[.folder] = .string(folder.description) }
    if !omits.isEmpty {
      members[.omits] = .array(omits.sorted().map { .string($0.description) })
    }
    return LaterFormat.adding(later, to: .members(members))
  }
}

extension SourceEdit {
  var json: JSONValue {
    .array([.integer(offset), .integer(length), .string(replacement)])
  }

  init(_ field: JSONField) throws(OperationError) {
    let parts = try field.array()
    guard parts.count == 3 else {
      throw field.failure(.invalidValue, "expected an offset, a length and a replacement")
    }
    let (offset, length) = (try parts[0].integer(), try parts[1].integer())
    guard offset >= 0, length >= 0, !offset.addingReportingOverflow(length).overflow else {
      throw field.failure(
        .invalidValue,
        "offset '\(offset)' and length '\(length)' are not a valid range"
      )
    }
    self.init(offset: offset, length: length, replacement: try parts[2].string())
  }

  /// The edits of one file, in order and apart from each other.
  static func list(_ field: JSONField) throws(OperationError) -> [SourceEdit] {
    var edits: [SourceEdit] = []
    for entry in try field.array() {
      let edit = try SourceEdit(entry)
      if let last = edits.last, edit.offset < last.offset + last.length {
        throw entry.failure(
          .invalidValue,
          "an edit starts at '\(edit.offset)', before the last ends"
        )
      }
      edits.append(edit)
    }
    return edits
  }
}

/// The grammar of a release's record.
extension Release {
  init(_ field: JSONField) throws(OperationError) {
    let object = try field.object(Key.self)
    let formatField = try object.required(.format)
    later = try LaterFormat(formatField, others: object, known: Self.known)
    let format = try formatField.integer()
    try Self.refuseKeys(after: format, in: object)
    if let field = try format == 2 ? object.required(.interface) : object[.interface] {
      interface = try ReleaseInterface(field, refusesOthers: format <= Self.known)
      if format < Self.rulesFormat, interface?.rules != nil {
        throw field.failure(
          .unknownKey,
          "unknown key 'rules'",
          help: "a record that has it is of format \(Self.rulesFormat)"
        )
      }
    }
    version = try object.required(.version).version()
    tree = try object.required(.tree).parse(ObjectID.init(recorded:))
    source = try object.required(.source).parse(ObjectID.init(recorded:))
    date = try object.required(.date).parse(RecordDate.init(_:))
    archive = try Self.archive(of: object)
    requires = [:]
    for (key, value) in try object.required(.requires).entries() {
      requires[try ComponentName(key: key, of: value)] = try VersionRequirement(value)
    }
    edits = try (archive == nil ? object[.edits] : object.required(.edits)).map(Self.edits) ?? [:]
    files = try object[.files].map(PublishedObject.read) ?? [:]
    omits = try object[.omits].map(Self.omits) ?? []
    adds = try object[.adds].map(Self.adds) ?? [:]
    mirrorAuthor = try object[.mirrorAuthor]?.parse(MirrorAuthor.init(_:))
    notes = try object[.notes].map(Self.text)
    tag = try object[.tag].map(Self.text)
    upload = try object[.upload]?.parse(ObjectID.init(recorded:))
    parts = try object[.parts].map(TreePart.read) ?? [:]
    folder = try object[.folder].map(Self.folder)
    try checkFormat(formatField)
  }

  /// A release has one of the two: a checksum, or the word that it is internal.
  private static func archive(
    of object: JSONObject<Key>
  ) throws(OperationError) -> ArchiveChecksum? {
    guard let field = object[.isInternal] else {
      return try object.required(.archive).parse(ArchiveChecksum.init(_:))
    }
    guard try field.bool() else {
      throw field.failure(.invalidValue, "expected 'true', or no such key")
    }
    if let archive = object[.archive] {
      throw archive.failureAtKey(.unknownKey, "an internal release has no 'archive'")
    }
    if let upload = object[.upload] {
      throw upload.failureAtKey(.unknownKey, "an internal release has no 'upload'")
    }
    return nil
  }

  private static func edits(
    _ field: JSONField
  ) throws(OperationError) -> [TreePath: [SourceEdit]] {
    var edits: [TreePath: [SourceEdit]] = [:]
    for (key, value) in try field.entries() {
      edits[try value.parse(key: key, TreePath.init(recorded:))] = try SourceEdit.list(value)
    }
    return edits
  }

  private static func omits(_ field: JSONField) throws(OperationError) -> Set<TreePath> {
    var omits: Set<TreePath> = []
    for entry in try field.array() {
      let path = try entry.parse(TreePath.init(recorded:))
      guard path != .root else {
        throw entry.failure(.invalidPath, "expected a path inside the component, found '.'")
      }
      omits.insert(path)
    }
    return omits
  }

  private static func folder(_ field: JSONField) throws(OperationError) -> TreePath {
    let folder = try field.parse(TreePath.init(recorded:))
    guard !folder.isRoot else {
      throw field.failure(.invalidPath, "expected a folder below the root, found '.'")
    }
    return folder
  }

  private static func adds(
    _ field: JSONField
  ) throws(OperationError) -> [TreePath: PublishedObject] {
    let adds = try PublishedObject.read(field)
    for (path, file) in adds where path.names.count > 1 || file.kind == .folder {
      throw field.failure(
        .invalidValue,
        "'\(path)' is not a file in the component's folder itself"
      )
    }
    return adds
  }

  private static func text(_ field: JSONField) throws(OperationError) -> String {
    let text = try field.string()
    guard !text.isEmpty else {
      throw field.failure(.invalidValue, "expected a text, or no such key")
    }
    return text
  }

  private static func refuseKeys(
    after format: Int,
    in object: JSONObject<Key>
  ) throws(OperationError) {
    for (first, keys) in laterKeys where format < first {
      for key in keys {
        guard let field = object[key] else { continue }
        throw field.failureAtKey(
          .unknownKey,
          "unknown key '\(key.rawValue)'",
          help: "a record that has it is of format \(first)"
        )
      }
    }
  }

  /// A record is of the lowest format that can represent it, so that equal records have equal lines.
  private func checkFormat(_ field: JSONField) throws(OperationError) {
    let found = try field.integer()
    guard found <= Self.known, format < found else { return }
    let keys = Self.laterKeys.first { $0.key == found }?.value.map { "'\($0.rawValue)'" }
    let missing = keys?.joined(separator: " or ") ?? "'rules' of 'interface'"
    throw field.failure(
      .missingKey,
      "a record of format \(found) has something in \(missing)"
    )
  }
}

/// The replacement of a link in the published form of a release: a file or folder of the
/// repository, by its object id.
package struct PublishedObject: Hashable, Sendable {
  /// The kind of object, by its mode in git.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    case file = "100644"
    case executable = "100755"
    case folder = "040000"
  }

  package let kind: Kind
  /// The blob or the tree.
  package let object: ObjectID

  package init(_ kind: Kind, _ object: ObjectID) {
    (self.kind, self.object) = (kind, object)
  }
}

extension PublishedObject {
  static func json(_ files: [TreePath: PublishedObject]) -> JSONValue {
    let members = files.map { path, file in
      let parts = [file.kind.rawValue, file.object.description]
      return (path.description, JSONValue.array(parts.map(JSONValue.string)))
    }
    return .object(Dictionary(members) { first, _ in first })
  }

  static func read(
    _ field: JSONField
  ) throws(OperationError) -> [TreePath: PublishedObject] {
    var files: [TreePath: PublishedObject] = [:]
    for (key, value) in try field.entries() {
      let path = try value.parse(key: key, TreePath.init(recorded:))
      guard path != .root else {
        throw value.failure(.invalidPath, "expected a path inside the component, found '.'")
      }
      files[path] = try PublishedObject(value)
    }
    return files
  }

  private init(_ field: JSONField) throws(OperationError) {
    let parts = try field.array()
    guard parts.count == 2 else {
      throw field.failure(.invalidValue, "expected a mode and an object name")
    }
    let mode = try parts[0].string()
    guard let kind = Kind(rawValue: mode) else {
      let known = Kind.allCases.map(\.rawValue).joined(separator: ", ")
      throw parts[0].failure(.invalidValue, "unknown mode '\(mode)', expected one of \(known)")
    }
    self.init(kind, try parts[1].parse(ObjectID.init(recorded:)))
  }
}

extension TreePart {
  static func json(_ parts: [TreePath: TreePart]) -> JSONValue {
    let members = parts.map { path, part in
      let values = [part.mode.octal, part.object.description]
      return (path.description, JSONValue.array(values.map(JSONValue.string)))
    }
    return .object(Dictionary(members) { first, _ in first })
  }

  static func read(_ field: JSONField) throws(OperationError) -> [TreePath: TreePart] {
    var parts: [TreePath: TreePart] = [:]
    for (key, value) in try field.entries() {
      let path = try value.parse(key: key, TreePath.init(recorded:))
      guard path != .root else {
        throw value.failure(.invalidPath, "expected a path inside the component, found '.'")
      }
      let entry = try value.array()
      guard entry.count == 2, let mode = FileMode(octal: try entry[0].string()) else {
        throw value.failure(.invalidValue, "expected a mode of git and an object name")
      }
      parts[path] = TreePart(mode, try entry[1].parse(ObjectID.init(recorded:)))
    }
    return parts
  }
}

/// The recorded result of comparing a release's public interface with that of the previous release.
///
/// A record without it is older than the comparison.
package struct ReleaseInterface: Hashable, Sendable {
  /// The result of the comparison.
  package enum Change: String, CaseIterable, Hashable, Sendable {
    case unchanged
    case additive
    case breaking
    /// There is no previous release.
    case first
    /// It has no library product.
    case noLibrary = "no-library"
    /// The comparison was switched off for the release.
    case unchecked
  }

  /// The change of the interface since that release.
  package var change: Change
  /// The release that it was compared with.
  package var since: SemanticVersion?
  /// The reason for accepting incompatible changes, if they were accepted.
  package var accepted: String?
  /// The version of the rules by which it was compared; `nil` if it was not, or before there were
  /// rules.
  package var rules: Int?

  package init(
    _ change: Change,
    since: SemanticVersion? = nil,
    accepted: String? = nil,
    rules: Int? = nil
  ) {
    self.change = change
    self.since = since
    self.accepted = accepted
    self.rules = rules
  }
}

extension ReleaseInterface {
  enum Key: String, JSONKey {
    case accepted
    case change
    case rules
    case since
  }

  var json: JSONValue {
    var members: [Key: JSONValue] = [.change: .string(change.rawValue)]
    if let since { members[.since] = .string(since.description) }
    if let accepted { members[.accepted] = .string(accepted) }
    if let rules { members[.rules] = .integer(rules) }
    return .members(members)
  }

  /// - Parameter refusesOthers: Whether every key must be known, as in a record of a known format.
  init(_ field: JSONField, refusesOthers: Bool) throws(OperationError) {
    let object = try field.object(Key.self)
    if refusesOthers { try object.refuseOthers() }
    let word = try object.required(.change)
    guard let change = Change(rawValue: try word.string()) else {
      let known = Change.allCases.map(\.rawValue).joined(separator: ", ")
      throw word.failure(
        .invalidValue,
        "unknown change \(quoted(try word.string()))",
        help: "known here: \(known)"
      )
    }
    self.change = change
    since = try object[.since]?.version()
    accepted = try object[.accepted]?.string()
    rules = try object[.rules]?.integer()
  }
}
