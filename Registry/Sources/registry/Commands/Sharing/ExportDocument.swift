import Export
import GitValues
import RegistryModel
import Sharing
import Versioning

/// What an export added and changed.
struct ExportDocument: Document {
  private let result: ExportRegistry.Result
  private let isDryRun: Bool
  private let showsPaths: Bool

  init(_ result: ExportRegistry.Result, isDryRun: Bool, showsPaths: Bool) {
    (self.result, self.isDryRun, self.showsPaths) = (result, isDryRun, showsPaths)
  }

  var members: JSONMembers {
    [
      "outcome": isDryRun ? "planned" : result.files == 0 ? "unchanged" : "exported",
      "folder": result.folder,
      "commit": result.commit,
      "url": result.address?.description,
      "components": result.components,
      "releases": result.releases,
      "added": result.added.map {
        ["name": $0.component, "version": $0.version] as JSONMembers
      },
      "changed": changed,
      "files": result.files,
      "size": result.size,
      "versionSpecificManifests": result.alternates,
    ]
  }

  func text(style: Style, width: Int?) -> String {
    if showsPaths { return changed.map { "\($0)\n" }.joined() }
    let folder = result.folder.printable
    let all =
      "\(counted(result.releases, "release")) of \(counted(result.components, "component"))"
    guard result.files > 0 else { return "\(folder) has all files of \(all)\n" + notes }
    return "\(folder): \(isDryRun ? "would write" : "wrote") \(counted(result.files, "file")),"
      + " \(counted(result.newReleases, "new release")) of \(all)\n" + notes
  }

  /// The paths that a cache in front of the files must drop.
  private var changed: [String] { result.changed.map { "/\($0)" } }

  private var notes: String {
    var notes = ""
    if result.address == nil {
      notes += "the pages name an example URL, and there is no package collection: add '--url'\n"
    }
    if !result.alternates.isEmpty {
      notes +=
        "clients of plain files use only Package.swift, not the manifests for other versions of"
        + " Swift of \(result.alternates.map(\.text).joined(separator: ", "))\n"
    }
    return notes
  }
}
