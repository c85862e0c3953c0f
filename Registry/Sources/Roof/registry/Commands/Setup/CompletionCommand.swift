import ArgumentParser
import Base

struct CompletionCommand: ShowingCommand {
  static let configuration = CommandConfiguration(
    commandName: "completion",
    abstract: "Print the completions of a shell.",
    usage: "registry completion <shell> [<options>]",
    discussion: """
      Prints a script with which the shell completes commands, options, components, versions and \
      more. 'make install' and the packages install it already.

        source <(registry completion bash)
        registry completion zsh > ~/.zsh/completions/_registry
        registry completion fish > ~/.config/fish/completions/registry.fish
      """
  )

  @Argument(
    help: "bash, zsh or fish.",
    completion: .list(CompletionShell.allCases.map(\.rawValue))
  )
  var shell: String

  @OptionGroup(title: "Common Options") var outputFlags: OutputFlags

  var output: OutputOptions { outputFlags.options }

  func validate() throws {
    guard CompletionShell(rawValue: shell) == nil else { return }
    let known = CompletionShell.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
    throw ValidationError("unknown shell '\(shell)', expected one of \(known)")
  }

  func run(_ console: Console) throws {
    guard let shell = CompletionShell(rawValue: shell) else { return }
    try console.show(CompletionScript(text: RegistryCommand.completionScript(for: shell)))
  }
}

/// The completions of a shell.
struct CompletionScript: Document {
  let text: String

  var members: JSONMembers { ["script": text] }

  func text(style: Style, width: Int?) -> String { text + "\n" }
}
