import Git
import GitValues
import RegistryModel
import Releases
import Versioning

/// A release that was made, or would be.
struct BumpDocument: Document {
  /// `released`, `proposed` on a branch of its own, `unchanged` where it was there already, or
  /// `planned` for a dry run.
  private let written: WrittenOutcome
  private let result: Bump.Result
  private let content: PublishedContent
  private let interface: InterfaceDocument?

  init(_ result: Bump.Result, _ mode: WritingMode) {
    self.result = result
    let done = result.branch == nil ? "released" : "proposed"
    written = WrittenOutcome(result, done, mode)
    content = PublishedContent(result.release)
    interface = result.evidence.map(InterfaceDocument.init)
  }

  var members: JSONMembers {
    [
      "outcome": written.outcome,
      "component": result.component,
      "version": result.release.version,
      "previous": result.previous?.version,
      "tag": result.tag,
      "date": result.release.date,
      "tree": result.release.tree,
      "source": result.release.source,
      "archive": result.release.archive?.description,
      "internal": result.release.isInternal ? true : nil,
      "requires": result.release.requires,
      "files": content.files,
      "omits": content.omits,
      "adds": content.adds,
      "interface": interface,
      "branch": result.branch?.name,
      "conflicts": result.branch?.conflicts,
      "commit": written.commit,
      "plan": written.plan,
    ]
  }

  func text(style: Style, width: Int?) -> String {
    let name = style(.bold, "\(result.component) \(result.release.version)")
    let place = result.branch.map { "on the branch '\($0.name)'" } ?? "released"
    if written.isUnchanged { return "\(name) is \(place) already, with exactly these files\n" }
    let before = result.previous.map { ", after \($0.version)" } ?? ", its first release"
    let details = api(style) + content.text(style: style)
    guard written.plan == nil else {
      let text = "\(name) would be \(place)\(before)\n\(details)"
      return written.text(text, style: style, width: width)
    }
    return """
      \(name) is \(place)\(before)
        \(style(.dim, "commit"))   \(written.shortCommit)
      \(result.branch == nil ? "  \(style(.dim, "tag"))      \(result.tag)\n" : "")\
      \(archive(style) + signature(style))
      """ + details
  }

  private func archive(_ style: Style) -> String {
    result.release.archive.map { "  \(style(.dim, "archive"))  \($0)\n" }
      ?? "  \(style(.dim, "release"))  internal: for the apps of this repository\n"
  }

  private func signature(_ style: Style) -> String {
    result.isSigned ? "  \(style(.dim, "signed"))   archive and manifests\n" : ""
  }

  private func api(_ style: Style) -> String {
    interface.map { "  \(style(.dim, "API"))      \($0.summary)\n" } ?? ""
  }
}
