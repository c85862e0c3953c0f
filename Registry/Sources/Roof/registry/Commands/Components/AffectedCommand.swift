import ArgumentParser
import Base
import Model
import Reports
import ServerArguments

struct AffectedCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "affected",
    abstract: "List the components and apps that changes affect.",
    usage: "registry affected [--since <revision>] [<options>]",
    discussion: """
      Lists each component with changed files and each that depends on one, for its tests too, and \
      each app with changed files, with changed pins, or built from the working tree of one of \
      them. Without '--since', the changes are those that are not committed.

      Two trees are compared and no history is read, so a shallow clone suffices. In CI:

        git fetch --depth=1 origin main
        registry affected --since origin/main

      If the branch is behind 'main', what has changed there is listed too.

        registry affected
        registry affected --since HEAD~1 -z | xargs -0 -n 1 echo
      """
  )

  @Option(value: .revision, help: "Compare the newest commit with this revision.")
  var since: String?

  @Flag(help: "Include uncommitted changes.")
  var worktree = false

  @Flag(help: "Print folders instead of names.")
  var paths = false

  @Flag(name: .customShort("z"), help: "End each line with a NUL byte, for 'xargs -0'.")
  var isSeparatedByNUL = false

  @OptionGroup(title: "Common Options") var global: GlobalOptions

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    let parts = try Affected(since: since, usesWorkingFiles: worktree).run(in: workspace)
    try console.show(
      AffectedDocument(parts: parts, printsPaths: paths, terminator: isSeparatedByNUL ? "\0" : "\n")
    )
    if parts.components.isEmpty, parts.apps.isEmpty, since == nil {
      console.note("note: no uncommitted change affects a component; '--since' names a revision")
    }
  }
}

/// The components and apps that changes affect.
struct AffectedDocument: Document {
  let parts: AffectedParts
  let printsPaths: Bool
  let terminator: String

  var members: JSONMembers {
    [
      "base": parts.base,
      "commit": parts.tip,
      "worktree": parts.usesWorkingFiles,
      "components": parts.components,
      "apps": parts.apps,
    ]
  }

  /// One name or folder each, so that a script can read them.
  func text(style: Style, width: Int?) -> String {
    let lines =
      printsPaths
      ? parts.components.map { "\($0.path)" } + parts.apps.map { "\($0.path)" }
      : parts.components.map { "\($0.name)" } + parts.apps.map { "\($0.name)" }
    return lines.map { $0 + terminator }.joined()
  }
}

extension AffectedParts.Part: JSONObjectRepresentable {
  var members: JSONMembers {
    var (through, message): ([String]?, String?) = (nil, nil)
    let word =
      switch reason {
      case .changed: "changed"
      case .releases: "releases"
      case .dependency: "dependency"
      case .unread: "unread"
      }
    // From the nearest dependency to the one that changed.
    if case .dependency(let way) = reason { through = way }
    if case .unread(let error) = reason { message = error.message }
    return [
      "name": "\(name)", "path": path, "reason": word, "through": through, "message": message,
    ]
  }
}
