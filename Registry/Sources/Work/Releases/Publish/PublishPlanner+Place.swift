import Base
import Git
import Model
import Versions

extension PublishPlanner {
  /// The component as the manifest has it, or as a new one would be.
  func place(
    in workspace: borrowing Workspace
  ) throws -> (name: ComponentName, component: Component) {
    let components = base.state.manifest.components
    if let known = components.first(where: { $0.key.key == request.component.key }) {
      return (known.key, known.value)
    }
    // Of a component that was removed, the releases are still there.
    let name =
      workspace.loggedComponents(in: base.state).first { $0.key == request.component.key }
      ?? request.component.spelled(asIn: components.keys)
    try name.checkIsPortable()
    try workspace.refuseCollision(of: name, in: base.state)
    let path = try TreePath("Components/\(name)")
    let collision = components.first {
      $0.key.collisionKey == name.collisionKey || path.isInside($0.value.path)
        || $0.value.path.isInside(path)
    }
    if let (other, _) = collision {
      throw OperationError(.collision, "'\(name)' collides with the component '\(other)'")
    }
    // What is published is public, whatever the repository's own components are.
    let kind = base.state.manifest.release == .public ? nil : ReleaseKind.public
    return (name, Component(path: path, release: kind))
  }
}

extension ComponentName {
  /// A new name, with the spelling of its scope that other components have.
  fileprivate func spelled(asIn names: some Sequence<ComponentName>) -> ComponentName {
    guard let scope,
      let known = names.lazy.compactMap(\.scope).first(where: { $0.key == scope.key }),
      let name = try? ComponentName("\(known).\(packageName)")
    else { return self }
    return name
  }
}
