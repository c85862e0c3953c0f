import Git
import GitValues
import RegistryModel
import Sharing
import Versioning

/// A package that was sent to a registry, or would be.
struct PublishDocument: Document {
  /// `published`, `accepted` where the registry is still at it, `unchanged` where it was there with
  /// this very content, or `planned` for a dry run.
  let outcome: String
  let id: String
  let version: String
  let registry: String
  let commit: String
  let archive: String
  let files: Int
  let omits: [String]?
  let bytes: Int
  let interface: InterfaceDocument
  let location: String?

  init(_ result: PublishPackage.Result) {
    outcome = result.outcome.rawValue
    id = result.package.identity
    version = result.package.version.description
    registry = result.address.description
    commit = result.commit.hex
    archive = result.checksum.description
    files = result.files
    omits = result.omits.isEmpty ? nil : result.omits
    bytes = result.size
    interface = InterfaceDocument(result.evidence)
    location = result.location
  }

  func text(style: Style, width: Int?) -> String {
    let name = style(.bold, "\(id) \(version)")
    let place = registry.printable
    let sentence =
      switch outcome {
      case "published": "\(name) is published at \(place)"
      case "accepted": "\(name) is accepted by \(place), which is still processing it"
      case "unchanged": "\(name) is at \(place) already, with exactly these files"
      default: "\(name) would be published at \(place)"
      }
    var text = """
      \(sentence)
        \(style(.dim, "commit"))   \(commit.prefix(12))
        \(style(.dim, "archive"))  \(counted(files, "file")), \(counted(bytes, "byte"))
        \(style(.dim, "API"))      \(interface.summary)

      """
    if let omits {
      let list = omits.map(\.printable).joined(separator: ", ")
      text += "  \(style(.dim, "omits"))    \(list): not published\n"
    }
    if let location { text += "  \(style(.dim, "at"))       \(location.printable)\n" }
    return text
  }
}
