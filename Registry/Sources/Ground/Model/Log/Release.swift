import Base
package import Git
package import Versions

/// The record of a release: a line of a release log, which never changes.
package struct Release: Hashable, Sendable {
  package var version: SemanticVersion
  /// Of the component's folder: what the release is.
  package var tree: ObjectID
  /// The commit it was made from, as far as it still exists.
  package var source: ObjectID
  package var date: RecordDate
  /// Of its published form; `nil` for an internal release, which has none.
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
  /// Its entry of the changelog below the heading, in Markdown with headings of the third level; `nil`
  /// in records of earlier formats, and for one that is too long for a record.
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
  /// Whom it was made for.
  package var kind: ReleaseKind { archive == nil ? .internal : .public }

  package var isInternal: Bool { archive == nil }

  /// Whether files of the working tree belong to it that no tree has: only a clone with its submodules
  /// can build it.
  package var needsSubmodules: Bool { isInternal && !omits.isEmpty }
}

extension Release {
  /// The last format of which every key is known.
  static let known = 10

  /// The first format that has 'rules' in 'interface'.
  static let rulesFormat = 7

  /// The keys that the first format does not have, with the format that has them first.
  static let laterKeys: KeyValuePairs<Int, [Key]> = [
    10: [.notes], 9: [.upload], 8: [.isInternal], 6: [.mirrorAuthor], 5: [.tag], 4: [.adds],
    3: [.files, .omits], 2: [.interface],
  ]

  /// Whether it was received over HTTP and not made from a commit of this repository.
  package var isUploaded: Bool { source == .zero }

  /// The lowest format that can represent the record.
  var format: Int {
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
    case format
    case interface
    case isInternal = "internal"
    case mirrorAuthor
    case notes
    case omits
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
    if !omits.isEmpty {
      members[.omits] = .array(omits.sorted().map { .string($0.description) })
    }
    return LaterFormat.adding(later, to: .members(members))
  }
}
