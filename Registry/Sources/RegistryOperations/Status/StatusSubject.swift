import Git
import RegistryModel
import Versioning

/// A component that is asked about, with what its log tells.
struct StatusSubject {
  let name: ComponentName
  let component: Component
  let path: TreePath
  let log: ReleaseLog?

  init(name: ComponentName, component: Component, log: ReleaseLog?) throws(OperationError) {
    self.name = name
    self.component = component
    self.log = log
    path = try unifyingErrors(of: name.text) { try TreePath(component.path.description) }
  }

  /// What the committed files are compared with.
  var base: Release? {
    log?.currentRelease
  }
}

extension ReleaseLog {
  /// The highest release that is not withdrawn; a pre-release only where there is nothing else.
  var latest: Release? {
    let standing = releases.filter { yank(of: $0.version) == nil }
    return standing.last { !$0.version.isPrerelease } ?? standing.last
  }
}
