package import Base
package import Git
import ManifestEditor
package import Model
import SemverRules
package import Versions

/// Texts for the changelogs of components, each written together with the change that it describes.
///
/// They are Markdown files in the folder `changes` beside the manifest. A release uses those of its
/// components up. Documentation/guides/releasing.md describes them.
package struct ChangeNotes: Sendable {
  static let none = ChangeNotes(notes: [])

  /// The notes, by the names of their files.
  private let notes: [ChangeNote]

  private init(notes: [ChangeNote]) {
    self.notes = notes
  }

  /// The notes of a commit.
  ///
  /// - Parameter tree: Of the whole commit.
  /// - Throws: For a file that is not a note.
  package init(
    in tree: ObjectID,
    _ manifest: Manifest,
    of workspace: borrowing Workspace
  ) throws {
    notes = try Self.files(in: tree, manifest, of: workspace).map { try $0.note.get() }
  }

  /// The files of a commit that are notes, or should be, by name.
  package static func files(
    in tree: ObjectID,
    _ manifest: Manifest,
    of workspace: borrowing Workspace
  ) throws -> [(path: TreePath, note: Result<ChangeNote, OperationError>)] {
    var files: [(path: TreePath, note: Result<ChangeNote, OperationError>)] = []
    for (path, entry) in try entries(in: tree, of: workspace) {
      let note = Result { () throws(OperationError) in
        try unifyingErrors {
          try ChangeNote(
            reading: checked(entry, at: path, in: workspace.repository),
            file: path,
            manifest
          )
        }
      }
      files.append((path, note))
    }
    return files
  }

  /// The entries of the folder, by name, apart from a README and hidden files.
  private static func entries(
    in tree: ObjectID,
    of workspace: borrowing Workspace
  ) throws -> [(path: TreePath, entry: TreeEntry)] {
    let path = workspace.changesPath
    guard let folder = try workspace.repository.entry(at: path, in: tree) else { return [] }
    guard folder.mode == .tree else {
      throw OperationError(
        .notADirectory,
        "'\(path)' is not a folder, expected that of the change notes",
        help: "remove or rename it"
      )
    }
    return try workspace.repository.entries(of: folder.id)
      .filter { !$0.name.hasPrefix(".") && $0.name != "README.md" }
      .map { (path.appending(TreePath(unchecked: $0.name)), $0) }
  }

  /// The bytes of a file that may be a note.
  private static func checked(
    _ entry: TreeEntry,
    at path: TreePath,
    in repository: borrowing Repository
  ) throws -> [UInt8] {
    guard entry.mode.isFile, path.name.hasSuffix(ChangeNote.fileExtension) else {
      let kind = entry.mode.isFile ? "has no name of a change note" : "is a link or a folder"
      throw OperationError(
        .invalidChangeNote,
        "'\(path)' \(kind), expected a file 'NAME\(ChangeNote.fileExtension)'",
        help: "rename it, or move it to another folder"
      )
    }
    // Before it is unpacked: a small object can claim to be a large file.
    let size = try repository.header(of: entry.id)?.size ?? 0
    guard size <= ChangeNote.mostBytes else {
      throw OperationError(
        .tooLarge,
        "'\(path)' has \(size) bytes, expected at most \(ChangeNote.mostBytes)",
        help: "shorten its text"
      )
    }
    return try repository.blob(entry.id)
  }

  /// The notes for a component.
  package func notes(for component: ComponentName) -> [NotedChange] {
    notes.compactMap { note in
      note.levels[component].map { NotedChange(file: note.file, level: $0, text: note.text) }
    }
  }

  /// The notes that an earlier commit does not have, or has with other content.
  func added(since tree: ObjectID, in workspace: borrowing Workspace) throws -> ChangeNotes {
    let before = try Self.entries(in: tree, of: workspace).map { ($0.path, $0.entry.id) }
    let known = Dictionary(before) { first, _ in first }
    return ChangeNotes(
      notes: notes.filter { known[$0.file] != Repository.blobID(of: $0.content) }
    )
  }

  /// The files without these components: one that names no other is removed.
  package func removing(_ components: Set<ComponentName>) -> [PlannedFile] {
    notes.filter { !components.isDisjoint(with: $0.levels.keys) }.map { note in
      PlannedFile(path: note.file, old: note.content, new: note.content(without: components))
    }
  }
}

/// A note from the view of one component that it is for.
package struct NotedChange: Hashable, Sendable {
  package let file: TreePath
  package let level: VersionChoice.Part
  /// In lines, the first and the last of which are not empty.
  package let text: [String]
}

extension VersionChoice.Part {
  /// The change that the next version allows for.
  var interfaceLevel: InterfaceLevel {
    switch self {
    case .major: .breaking
    case .minor: .additive
    case .patch: .unchanged
    }
  }

  static let names = "'major', 'minor' or 'patch'"
}

/// The text of one change, with the components that it is for and how much it changes each.
///
/// ```
/// ---
/// Kitchen: patch
/// Menu: minor
/// ---
///
/// Salad at last.
/// ```
package struct ChangeNote: Sendable {
  static let fileExtension = ".md"
  static let mostBytes = 1 << 16

  let file: TreePath
  let levels: [ComponentName: VersionChoice.Part]
  /// In lines, the first and the last of which are not empty.
  let text: [String]
  let content: [UInt8]
  /// The line of each component, counted from 0.
  private let places: [ComponentName: Int]

  /// A new note.
  static func content(
    _ components: [ComponentName],
    _ level: VersionChoice.Part,
    _ text: String
  ) -> [UInt8] {
    let lines =
      [fence] + components.map { "\($0): \(level.rawValue)" }
      + [fence, ""] + textLines(Changelog.lines(of: text))
    return Array(lines.map { $0 + "\n" }.joined().utf8)
  }

  /// - Throws: For anything that a hand or a merge has broken.
  init(
    reading bytes: [UInt8],
    file: TreePath,
    _ manifest: Manifest
  ) throws(OperationError) {
    guard let content = String(validating: bytes, as: UTF8.self) else {
      throw OperationError(.notText, "'\(file)' is not UTF-8")
    }
    let lines = Changelog.lines(of: content).map { Self.withoutSpace($0[...]) }
    func fault(
      _ message: String,
      line: Int? = nil,
      help: String? = nil,
      _ code: OperationError.Code = .invalidChangeNote
    ) -> OperationError {
      OperationError(code, message, help: help ?? Self.form)
        .at(SourcePlace(file: file.string, at: line.map { SourcePosition(line: $0 + 1) }))
    }
    if let line = lines.firstIndex(where: { $0.hasPrefix("<<<<<<< ") }) {
      throw fault("unresolved merge conflict", line: line, help: "resolve it", .mergeConflict)
    }
    guard lines.first == Self.fence else { throw fault("the file does not begin with '---'") }
    guard let end = lines.dropFirst().firstIndex(of: Self.fence) else {
      throw fault("no second '---' ends the list of components")
    }
    var levels: [ComponentName: VersionChoice.Part] = [:]
    var places: [ComponentName: Int] = [:]
    for place in 1..<end where !lines[place].isEmpty && !lines[place].hasPrefix("#") {
      let parts = lines[place].split(separator: ":", maxSplits: 1).map(Self.withoutSpace)
      guard parts.count == 2 else {
        throw fault("invalid line '\(lines[place])', expected 'NAME: LEVEL'", line: place)
      }
      let name = try Self.component(Self.unquoted(parts[0]), manifest) {
        fault($0.message, line: place, help: $0.help, $0.code)
      }
      guard let level = VersionChoice.Part(rawValue: Self.unquoted(parts[1])) else {
        throw fault(
          "unknown level '\(parts[1])', expected \(VersionChoice.Part.names)",
          line: place
        )
      }
      guard levels.updateValue(level, forKey: name) == nil else {
        throw fault("'\(name)' is listed twice", line: place, help: "remove one of the lines")
      }
      places[name] = place
    }
    guard !levels.isEmpty else {
      throw fault("the file names no component", help: "\(Self.form); or remove it")
    }
    let text = Self.textLines(Changelog.lines(of: content).dropFirst(end + 1))
    guard !text.isEmpty else {
      throw fault("the file has no text", help: "describe the change below the second '---'")
    }
    (self.file, self.levels, self.places) = (file, levels, places)
    (self.text, self.content) = (text, bytes)
  }

  private static func component(
    _ text: String,
    _ manifest: Manifest,
    _ fault: (OperationError) -> OperationError
  ) throws(OperationError) -> ComponentName {
    do throws(OperationError) {
      let (name, component) = try manifest.component(named: text)
      guard component.isPrivate else { return name }
      throw OperationError(
        .privateComponent,
        "'\(name)' is private, so it is never released",
        help: "remove the line"
      )
    } catch {
      throw fault(error)
    }
  }

  /// The rest of the file, byte for byte; `nil` if it names no other component.
  func content(without components: Set<ComponentName>) -> [UInt8]? {
    guard !components.isSuperset(of: levels.keys) else { return nil }
    let newline = UInt8(ascii: "\n")
    let gone = Set(components.compactMap { places[$0] })
    let lines = content.split(separator: newline, omittingEmptySubsequences: false)
    return Array(
      lines.enumerated().filter { !gone.contains($0.offset) }.map(\.element)
        .joined(separator: [newline])
    )
  }

  package func isFor(_ component: ComponentName) -> Bool { levels[component] != nil }

  private static let fence = "---"

  private static let form =
    "write '---', a line such as 'Menu: minor' for each component, '---', and the text"

  /// The lines of a text, also of one with the line ends of Windows.
  private static func textLines(_ lines: some Sequence<Substring>) -> [String] {
    lines.map { line in
      String(line.utf8.last == UInt8(ascii: "\r") ? Substring(line.utf8.dropLast()) : line)
    }
    .withoutBlankEnds
  }

  private static func withoutSpace(_ text: Substring) -> String {
    let isSpace: (Character) -> Bool = \.isWhitespace
    return String(text.drop(while: isSpace).reversed().drop(while: isSpace).reversed())
  }

  /// As other tools write names.
  private static func unquoted(_ text: String) -> String {
    guard text.count > 1, let mark = text.first, mark == "\"" || mark == "'", text.last == mark
    else { return text }
    return String(text.dropFirst().dropLast())
  }
}
