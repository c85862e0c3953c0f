package import Base
import Content
package import Git
package import Model
package import Versions

/// Commits a note on a change, for the changelogs of the components that it changes.
package struct AddChangeNote: WritingOperation {
  /// As they were typed; none means those that ``CheckChangeNotes`` asks for.
  package var components: [String]
  /// A revision: if none is named, only components that changed since then.
  package var since: String?
  package var level: VersionChoice.Part
  package var text: String
  package var context: WriteContext

  package init(
    _ components: [String],
    _ level: VersionChoice.Part,
    text: String,
    context: WriteContext = WriteContext()
  ) {
    (self.components, self.level, self.text) = (components, level, text)
    self.context = context
  }

  package struct Result: WritingResult {
    package let file: TreePath
    /// The components, by name.
    package let components: [ComponentName]
    package let level: VersionChoice.Part
    /// `nil` if the branch has the same note already.
    package let plan: WritePlan?
    package var commit: ObjectID?
  }

  package var task: String { "registry change" }

  package func plan(_ base: WriteBase, in workspace: borrowing Workspace) throws -> Result {
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw OperationError(
        .invalidChangeNote,
        "the change note has no text",
        help: "describe the change for those who use the component"
      )
    }
    let names = try names(base, in: workspace)
    let content = ChangeNote.content(names, level, text)
    let (file, isThere) = try place(for: content, names, base, in: workspace)
    guard content.count <= ChangeNote.mostBytes else {
      throw OperationError(
        .tooLarge,
        "the change note has \(content.count) bytes, expected at most \(ChangeNote.mostBytes)",
        help: "shorten its text"
      )
    }
    // What cannot be read back is not written.
    _ = try ChangeNote(reading: content, file: file, base.state.manifest)
    let subject = "Add a change note for \(names.map(\.text).shortList(3))"
    return Result(
      file: file,
      components: names,
      level: level,
      plan: isThere
        ? nil
        : WritePlan(
          .commit(
            files: [PlannedFile(path: file, old: nil, new: content)],
            message: subject + "\n"
          ),
          reason: "registry: change \(names.map(\.text).shortList(3))"
        )
    )
  }

  private func names(_ base: WriteBase, in workspace: borrowing Workspace) throws -> [ComponentName]
  {
    guard components.isEmpty else {
      let typed = try components.flatMap { text in
        try base.state.withoutPrivate(
          workspace.committed(in: base.state) { try $0.components(matching: text) }
        )
      }
      return Set(typed).sorted()
    }
    let missing = try CheckChangeNotes(since: since).run(in: workspace).missing
    guard !missing.isEmpty else {
      throw OperationError(
        .nothingChanged,
        "no component has \(CheckChangeNotes.changes(since: since)) and no change note",
        help: "name the components that the text is for"
      )
    }
    return missing
  }

  /// The file, named after the start of the text, and whether it is there already.
  private func place(
    for content: [UInt8],
    _ names: [ComponentName],
    _ base: WriteBase,
    in workspace: borrowing Workspace
  ) throws -> (TreePath, isThere: Bool) {
    let folder = try workspace.repository.entry(at: workspace.changesPath, in: base.tree)
    let entries = try folder.map { folder in
      try folder.mode == .tree ? workspace.repository.entries(of: folder.id) : []
    }
    // In any case, since some file systems do not tell them apart.
    let known = Dictionary((entries ?? []).map { ($0.name.lowercased(), $0.id) }) { $1 }
    let blob = Repository.blobID(of: content)
    let stem = Self.stem(of: text) ?? names[0].text.lowercased()
    var number = 1
    while true {
      let name = (number == 1 ? stem : "\(stem)-\(number)") + ChangeNote.fileExtension
      let path = workspace.changesPath.appending(TreePath(known: name))
      number += 1
      if known[name] == blob { return (path, true) }
      if known[name] == nil, (try? path.checkIsPortable()) != nil { return (path, false) }
    }
  }

  private static let longestName = 40

  /// The first words of a text as the name of a file; `nil` if it has none in ASCII.
  private static func stem(of text: String) -> String? {
    let words = text.lowercased().utf8.split { byte in
      let isLetter = UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
      return !isLetter && !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte)
    }
    var stem = ""
    for word in words {
      let next = (stem.isEmpty ? "" : "-") + String(decoding: word, as: UTF8.self)
      guard stem.utf8.count + next.utf8.count <= longestName else { break }
      stem += next
    }
    return stem.isEmpty ? nil : stem
  }
}

/// Finds the components that changed and have no change note.
package struct CheckChangeNotes: Sendable {
  /// As they were typed; none means all.
  package var components: [String]
  /// A revision: only changes since then count, and only notes that are new since then.
  package var since: String?

  package init(_ components: [String] = [], since: String? = nil) {
    (self.components, self.since) = (components, since)
  }

  package struct Result: Sendable {
    /// The components with changes and notes, and how many notes, by name.
    package let noted: [(component: ComponentName, count: Int)]
    /// The components without a note.
    package let missing: [ComponentName]
    fileprivate let since: String?

    /// `nil` if no note is missing.
    package var refusal: OperationError? {
      guard !missing.isEmpty else { return nil }
      let names = missing.map { "'\($0)'" }.shortList(10)
      let changes = CheckChangeNotes.changes(since: since)
      return OperationError(
        .noChangeNote,
        "\(names) \(missing.count == 1 ? "has" : "have") \(changes) and no change note",
        help: "describe them with 'registry change \(missing.map(\.text).joined(separator: " "))"
          + " --notes TEXT', and '--minor' or '--major' if they are more than fixes"
      )
    }
  }

  fileprivate static func changes(since revision: String?) -> String {
    revision.map { "changes since '\($0)'" } ?? "unreleased changes"
  }

  package func run(in workspace: borrowing Workspace) throws(OperationError) -> Result {
    try unifyingErrors {
      guard let tip = try workspace.currentHead().tip else { throw OperationError.noCommit() }
      let state = try workspace.state(at: tip)
      let root = try workspace.repository.commit(tip).tree
      var notes = try ChangeNotes(in: root, state.manifest, of: workspace)
      if let since {
        let commit = try workspace.repository.commit(named: since)
        notes = try notes.added(since: workspace.repository.commit(commit).tree, in: workspace)
      }
      let request = ReleaseRequest.changes(
        components.map { ReleaseSelection(name: $0) },
        includesAll: false,
        since: since
      )
      let scope = try request.scope(
        at: ReleaseBase(
          tip: tip,
          tree: root,
          state: state,
          manifests: PackageManifests(),
          // Nothing that a branch under review contains is run.
          reading: .parsing,
          now: WriteContext().now()
        ),
        in: workspace
      )
      // The entry of a first release lists no changes.
      let changed = scope.wanted.sorted().filter { name in
        scope.subjects[name].map { $0.hasNewFiles && $0.start != nil } ?? false
      }
      let counts = changed.map { (component: $0, count: notes.notes(for: $0).count) }
      return Result(
        noted: counts.filter { $0.count > 0 },
        missing: counts.filter { $0.count == 0 }.map(\.component),
        since: since
      )
    }
  }
}
