import GitValues
import Inspection
import Workspace

extension Console {
  /// Names the packages that git tracks and the manifest does not list.
  func noteUnlistedPackages(in workspace: borrowing Workspace) {
    // Without them the result is the same.
    guard let paths = try? workspace.unlistedPackages(), !paths.isEmpty else { return }
    let most = 5
    let list = paths.prefix(most).map(\.description).joined(separator: ", ")
    let more = paths.count > most ? " and \(paths.count - most) more" : ""
    note(
      "note: \(counted(paths.count, "package")) not listed as \(paths.count == 1 ? "a component" : "components"):"
        + " \(list)\(more) ('registry add' adds them)"
    )
  }
}
