import ArgumentParser
import Releases
import Workspace

struct TagsCommand: WritingVerb {
  static let configuration = CommandConfiguration(
    commandName: "tags",
    abstract: "Create the release tags that this clone lacks.",
    usage: "registry tags [<names> ...] [<options>]",
    discussion: """
      Tags such as 'Payments/1.4.0' are for people and for hosting services. Releases are read \
      from the logs, so a clone without tags is complete. Every clone creates the same tag for the \
      same release. Existing tags are never changed.

        registry tags
      """
  )

  @Argument(
    help: "Only these components.",
    completion: .custom { arguments, _, _ in componentNames(arguments) }
  )
  var names: [String] = []

  @OptionGroup var writing: WritingOptions

  @OptionGroup var global: GlobalOptions

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    let tags = Tags(of: names, context: writing.context(console))
    let result = try writing.perform(tags, in: workspace, console)
    try console.show(TagsDocument(result, isDryRun: writing.dryRun))
  }
}
