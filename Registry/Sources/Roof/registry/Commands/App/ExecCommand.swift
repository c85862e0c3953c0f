import ArgumentParser
import Apps
import Base
import Model

struct ExecCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "exec",
    abstract: "Run any command in the tree that the app is built from.",
    usage: "registry exec [<options>] [--] <command> [<arguments of the command> ...]",
    discussion: """
      Checks out the pinned tree and runs the command in the app's folder there, for apps that \
      another tool than 'swift build' builds. Input, output, signals and the exit status are those \
      of the command. Ignored files that the app needs are linked into the tree if the manifest \
      lists them under "localFiles".

        registry exec -- xcodebuild -project App.xcodeproj -scheme App build
      """
  )

  @OptionGroup var layout: LayoutOptions

  @OptionGroup(title: "Common Options") var global: GlobalOptions

  @Argument(parsing: .captureForPassthrough, help: "The command, and arguments for it.")
  var command: [String] = []

  /// Without the sign that the options end.
  private var words: [String] {
    command.first == "--" ? Array(command.dropFirst()) : command
  }

  func validate() throws {
    guard let first = words.first else { throw ValidationError("no command is named") }
    guard command.first != "--", first.hasPrefix("-") else { return }
    // Everything is passed on from here, what the parser itself would answer included.
    if ["--help", "-h"].contains(first) { throw CleanExit.helpRequest(self) }
    throw ValidationError("unknown option '\(first)' before the command")
  }

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    let place = try layout.sync(in: workspace, console).packagePath
    let reason = CurrentProcess.become(words[0], Array(words.dropFirst()), in: place)
    throw OperationError(
      .noProgram,
      "cannot start '\(words[0])' in '\(place)': \(reason)",
      help: "is it installed, and in the PATH?"
    )
  }
}
