import SemverRules
import Versions

extension ComponentPage.ComparisonView {
  init(_ comparison: ReleaseComparison, _ history: ComponentHistory, _ paths: PagePaths) {
    from = comparison.from.description
    to = comparison.to.description
    summary = Words.count(comparison.releases.count, "release")
    changes = comparison.requirements.map { change in
      ComponentPage.ChangeView(
        name: change.component.text,
        old: change.old?.description ?? "not required",
        new: change.new?.description ?? "no longer required"
      )
    }
    hasChanges = !changes.isEmpty
    let found = comparison.changes
    interface = found?.interface.map { ComponentPage.InterfaceView($0, paths) }
    documenting =
      interface == nil ? [from, to].map { "registry docs \(history.name) \($0)" } : []
    files = (found?.files ?? []).map {
      ComponentPage.FileView(path: $0.path, kind: $0.kind.rawValue)
    }
    hasFiles = !files.isEmpty
    filesSummary = hasFiles ? Words.count(files.count, "file") : "no changes"
    releases = comparison.releases.map { ComponentPage.Row($0, history, paths) }
  }
}

extension ComponentPage.InterfaceView {
  fileprivate init(_ difference: InterfaceDifference, _ paths: PagePaths) {
    changes = difference.changes.map { change in
      ComponentPage.InterfaceChangeView(
        words: change.words,
        isBreaking: change.level == .breaking,
        rule: change.rule,
        path: "\(paths.rules)#\(change.rule)"
      )
    }
    gaps = difference.gaps.map { "not compared: \($0)" }
    let counts = [
      (difference.breakages.count, "incompatible change"), (difference.additions.count, "addition"),
    ]
    let words = counts.filter { $0.0 > 0 }.map { Words.count($0.0, $0.1) }
    summary = words.isEmpty ? "no changes" : words.joined(separator: ", ")
  }
}
