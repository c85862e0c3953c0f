import Base
import Git
import Model
import Versions

/// A release's recorded edits with its dependencies named by URL in place of by registry identity.
///
/// They are made from the record and nothing else, so that the manifest is the same whenever and
/// wherever it is mirrored.
struct MirroredEdits {
  let requires: Set<ComponentName>
  let repositories: MirrorRepositories

  /// Without the signature of the manifest, which is one of other bytes.
  func edits(_ recorded: [SourceEdit]) -> [SourceEdit] {
    recorded.unsigned.map { edit in
      SourceEdit(
        offset: edit.offset,
        length: edit.length,
        replacement: replacement(edit.replacement)
      )
    }
  }

  /// `id: "cookr.FlowKit"` becomes `url: "https://git.example.com/FlowKit.git"`, and the identity elsewhere the name
  /// that the package manager derives from that URL.
  private func replacement(_ text: String) -> String {
    var parts = text.split(separator: "\"", omittingEmptySubsequences: false).map(String.init)
    for index in stride(from: 1, to: parts.count - 1, by: 2) {
      guard let name = component(identifiedBy: parts[index]),
        let url = repositories.url(of: name)
      else { continue }
      let label = "id: "
      if parts[index - 1].hasSuffix(label) {
        parts[index - 1] = parts[index - 1].dropLast(label.count) + "url: "
        parts[index] = url
      } else {
        parts[index] = repositories.packageName(of: name)
      }
    }
    return parts.joined(separator: "\"")
  }

  /// The scope is that of the release's time, whatever it is now.
  private func component(identifiedBy identity: String) -> ComponentName? {
    guard let package = try? ComponentName(identity), package.scope != nil else { return nil }
    if requires.contains(package) { return package }
    return requires.contains(package.packageName) ? package.packageName : nil
  }
}
