import ArgumentParser

/// What every verb takes that is about one scaffold.
struct ScaffoldOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The app, if the manifest lists several.", valueName: "name")
  )
  var scaffold: String?
}
