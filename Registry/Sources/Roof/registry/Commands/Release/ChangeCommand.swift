import ArgumentParser
import Base
import Git
import Model
import Releases
import ServerArguments
import Versions

struct ChangeCommand: WritingVerb {
  static let configuration = CommandConfiguration(
    commandName: "change",
    abstract: "Describe a change for the changelogs of the next releases.",
    usage: """
      registry change [<names> ...] --notes <text> [<options>]
      registry change --check [<names> ...] [<options>]
      """,
    discussion: """
      Commits a change note: a file in Registry/changes with the components, how much the change \
      means to each ('patch' unless '--minor' or '--major' is given), and the text. The next \
      release of a component has at least that version, lists the text in place of commits, and \
      removes the component from the file. Without names, the note is for all components that \
      '--check' would ask for.

        registry change Menu --minor --notes "Salad is served."
        registry change --since main --notes "Soup stays hot."
                                              for what changed since this revision
        registry change --check               fail if unreleased changes have no note
        registry change --check --since main  only changes and notes since then
      """
  )

  @Argument(
    help: "The components that the change is for; '*' and '?' match several.",
    completion: .componentsAndGroups
  )
  var names: [String] = []

  @Flag(exclusivity: .exclusive)
  var level: VersionChoice.Part?

  @Option(value: "text", help: "What the changelogs say of the change.")
  var notes: String?

  @Flag(help: "Write nothing, and fail if a component changed and has no note.")
  var check = false

  @Option(value: .revision, help: "Only count changes and notes since this revision.")
  var since: String?

  @OptionGroup var writing: WritingOptions

  @OptionGroup(title: "Common Options") var global: GlobalOptions

  func validate() throws {
    if check {
      guard notes == nil, level == nil else {
        throw ValidationError("'--check' writes no note, so it takes neither a level nor a text")
      }
      return
    }
    if since != nil, !names.isEmpty {
      throw ValidationError("'--since' finds the components, so they cannot be named")
    }
    guard notes != nil else {
      throw ValidationError("expected the text of the note: '--notes TEXT'")
    }
  }

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    if check {
      let result = try CheckChangeNotes(names, since: since).run(in: workspace)
      if let refusal = result.refusal { throw refusal }
      return try console.show(ChangeNoteCheck(result: result))
    }
    var change = AddChangeNote(
      names,
      level ?? .patch,
      text: notes ?? "",
      context: writing.context(console)
    )
    change.since = since
    try writing.perform(change, as: "noted", in: workspace, console)
  }
}

/// A change note that was added, or would be.
extension AddChangeNote.Result: WrittenResult {
  var members: JSONMembers {
    ["file": file, "components": components, "level": level.rawValue]
  }

  func text(_ written: WrittenOutcome, style: Style, width: Int?) -> String {
    let file = style(.bold, file.description)
    let names = components.map(\.text).shortList()
    if written.isUnchanged { return "\(file) exists already, with exactly this text\n" }
    var text = "\(file) \(written.verb) added: \(level.rawValue), for \(names)\n"
    if written.commit != nil { text += "  \(style(.dim, "commit"))  \(written.shortCommit)\n" }
    return text
  }
}

/// The components whose changes have notes.
struct ChangeNoteCheck: Document {
  let result: CheckChangeNotes.Result

  var members: JSONMembers {
    [
      "components": result.noted.map {
        ["component": $0.component, "notes": $0.count] as JSONMembers
      }
    ]
  }

  func text(style: Style, width: Int?) -> String {
    guard !result.noted.isEmpty else { return "no change needs a note\n" }
    return result.noted.map { name, count in
      "\(style(.bold, name.text)): \(counted(count, "change note"))\n"
    }.joined()
  }
}
