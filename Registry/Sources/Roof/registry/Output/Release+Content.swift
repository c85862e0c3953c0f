import Base
import Git
import Model
import Versions

extension Release: JSONObjectRepresentable {
  var members: JSONMembers {
    [
      "version": version,
      "tree": tree,
      "archive": archive?.description,
      "internal": isInternal ? true : nil,
      "requires": requires,
      // The objects in place of links.
      "files": files.unlessEmpty?.mapValues(\.object),
      "omits": omits.unlessEmpty?.sorted(),
      // The objects of files from the root of the repository.
      "adds": adds.unlessEmpty?.mapValues(\.object),
    ]
  }

  /// The differences between the published files and the component's folder, a line each.
  func contentLines(style: Style) -> [String] {
    let omitted = isInternal ? "submodules, which the clone has" : "not published"
    return [
      ("links", Array(files.keys), "replaced by what they point to"),
      ("omits", Array(omits), omitted),
      ("added", Array(adds.keys), "from the root of the repository"),
    ].filter { !$0.1.isEmpty }.map { name, paths, words in
      let list = paths.map(\.description.printable).sorted().shortList()
      return "  \(style(.dim, name))    \(list): \(words)"
    }
  }
}
