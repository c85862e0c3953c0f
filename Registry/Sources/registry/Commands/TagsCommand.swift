import ArgumentParser
import RegistryOperations

struct TagsCommand: WritingVerb {
  static let configuration = CommandConfiguration(
    commandName: "tags",
    abstract: "Make the release tags that this clone lacks.",
    discussion: """
      Tags such as 'Payments/1.4.0' are for people and for forges; the logs are what counts, and a \
      clone without tags lacks nothing. Every clone makes the same tag of the same release. A tag \
      that is there is never changed.
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
    let result = try console.clearingPassing {
      try writing.dryRun ? tags.preview(in: workspace) : tags.run(in: workspace)
    }
    try console.show(TagsDocument(result, isDryRun: writing.dryRun))
  }
}
