import GitValues
import RegistryModel
import Sharing

/// A package that was sent to a registry, or would be.
struct PublishDocument: Document {
  private let result: PublishPackage.Result
  private let interface: InterfaceDocument
  /// `published`, `accepted` where the registry is still at it, `unchanged` where it was there with
  /// this very content, or `planned` for a dry run.
  private var outcome: String { result.outcome.rawValue }

  init(_ result: PublishPackage.Result) {
    self.result = result
    interface = InterfaceDocument(result.evidence)
  }

  var members: JSONMembers {
    [
      "outcome": outcome,
      "id": result.package.identity,
      "version": result.package.version,
      "registry": result.address.description,
      "commit": result.commit,
      "archive": result.checksum.description,
      "files": result.files,
      "omits": result.omits.unlessEmpty,
      "bytes": result.size,
      "interface": interface,
      "location": result.location,
    ]
  }

  func text(style: Style, width: Int?) -> String {
    let name = style(.bold, "\(result.package.identity) \(result.package.version)")
    let place = result.address.description.printable
    let sentence =
      switch outcome {
      case "published": "\(name) is published at \(place)"
      case "accepted": "\(name) is accepted by \(place), which is still processing it"
      case "unchanged": "\(name) is at \(place) already, with exactly these files"
      default: "\(name) would be published at \(place)"
      }
    var text = """
      \(sentence)
        \(style(.dim, "commit"))   \(result.commit.hex.prefix(12))
        \(style(.dim, "archive"))  \(counted(result.files, "file")), \(counted(result.size, "byte"))
        \(style(.dim, "API"))      \(interface.summary)

      """
    if let omits = result.omits.unlessEmpty {
      let list = omits.map(\.printable).joined(separator: ", ")
      text += "  \(style(.dim, "omits"))    \(list): not published\n"
    }
    if let location = result.location {
      text += "  \(style(.dim, "at"))       \(location.printable)\n"
    }
    return text
  }
}
