import Git

/// Has git merge the packs of many writes, as its own commands do when there are too many.
///
/// Each write adds a pack, and looking for an object that is missing asks all of them. Nobody runs
/// another git in the repository of a server.
enum SmallPacks {
  /// As in git.
  private static let mostByDefault = 50

  /// Starts it in the background where it is due; git's configuration may say when, or never.
  static func merge(in repository: borrowing Repository) {
    // A repository with many packs is slower, and as good as any.
    guard let settings = try? repository.configuration(),
      let count = try? repository.unkeptPackCount(),
      count > settings["gc.autopacklimit"].flatMap(Int.init) ?? mostByDefault
    else { return }
    _ = try? GitProgram(gitDirectory: repository.commonDirectory).run(
      ["maintenance", "run", "--auto", "--quiet"],
      limit: .seconds(60)
    )
  }
}
