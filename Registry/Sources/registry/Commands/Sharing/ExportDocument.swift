import Export
import GitValues
import Sharing
import Versioning

/// What an export added and changed.
struct ExportDocument: Document {
  /// `exported`, `unchanged` if all was there, or `planned` for a dry run.
  let outcome: String
  let folder: String
  let commit: String
  /// `nil` if it is not known.
  let url: String?
  let components: Int
  let releases: Int
  /// The releases that were added.
  let added: [Release]
  /// The paths that a cache in front of the files must drop.
  let changed: [String]
  /// The number of files that were written, and their size in bytes.
  let files: Int
  let size: Int
  /// Components with version-specific manifests, which clients of plain files do not find.
  let versionSpecificManifests: [String]

  private let showsPaths: Bool

  struct Release: Encodable {
    let name: String
    let version: String
  }

  init(_ result: ExportRegistry.Result, isDryRun: Bool, showsPaths: Bool) {
    outcome = isDryRun ? "planned" : result.files == 0 ? "unchanged" : "exported"
    folder = result.folder
    commit = result.commit.hex
    url = result.address?.description
    (components, releases) = (result.components, result.releases)
    added = result.added.map {
      Release(name: $0.component.text, version: $0.version.description)
    }
    changed = result.changed.map { "/\($0)" }
    (files, size) = (result.files, result.size)
    versionSpecificManifests = result.alternates.map(\.text)
    self.showsPaths = showsPaths
  }

  func text(style: Style, width: Int?) -> String {
    if showsPaths { return changed.map { "\($0)\n" }.joined() }
    let all = "\(releases) releases of \(components) components"
    guard files > 0 else { return "\(folder.printable) has all \(all)\n" + notes }
    let verb = outcome == "planned" ? "would write" : "wrote"
    return
      "\(folder.printable): \(verb) \(files) files for \(added.count) new releases, of \(all)\n"
      + notes
  }

  private var notes: String {
    var notes = ""
    if url == nil {
      notes += "the pages name an example URL, and there is no package collection: add '--url'\n"
    }
    if !versionSpecificManifests.isEmpty {
      notes +=
        "clients of plain files use only Package.swift, not the manifests for other versions of"
        + " Swift of \(versionSpecificManifests.joined(separator: ", "))\n"
    }
    return notes
  }

  private enum CodingKeys: String, CodingKey {
    case outcome, folder, commit, url, components, releases, added, changed, files, size
    case versionSpecificManifests
  }
}
