import ArgumentParser

/// The option that selects a scaffold.
struct ScaffoldOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The app, if the manifest lists several.", valueName: "name"),
    completion: .apps
  )
  var scaffold: String?
}
