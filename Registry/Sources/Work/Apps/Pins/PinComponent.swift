package import Base
package import Git
package import Model
package import Versions

/// Changes a pin of an app: records the pin and the new resolution in one commit.
package struct PinComponent: WritingOperation {
  /// The component as it was typed.
  package var component: String
  /// The new pin; `nil` to remove the pin.
  package var pin: Pin?
  /// The app as it was typed; `nil` for the only one.
  package var app: String?
  package var context: WriteContext

  package init(
    component: String,
    pin: Pin?,
    app: String? = nil,
    context: WriteContext = WriteContext()
  ) {
    self.component = component
    self.pin = pin
    self.app = app
    self.context = context
  }

  package struct Result: WritingResult {
    package let component: ComponentName
    package let app: AppName
    /// The new pin; `nil` if it was removed.
    package let pin: Pin?
    /// The releases that the app was built from, and the new ones.
    package let before: [ComponentName: SemanticVersion]
    package let after: [ComponentName: SemanticVersion]
    /// The plan of the commit; `nil` if nothing has to be written.
    package let plan: WritePlan?
    package var commit: ObjectID?
  }

  package var task: String {
    "registry \(pin == nil ? "unpin" : "pin") \(component)"
  }

  package func plan(
    _ base: WriteBase,
    in workspace: borrowing Workspace
  ) throws -> Result {
    let name = try workspace.committed(in: base.state) { try $0.component(named: component).name }
    if case .requirement = pin { try base.state.refusePrivate(name) }
    let (appName, app) = try workspace.committed(in: base.state) { manifest in
      try manifest.app(meant: self.app)
    }
    let isNew = app.pins[name] != pin
    let document =
      try isNew
      ? base.state.document.setting(pin: pin, of: name, in: appName) : base.state.document
    let verb = pin.map { "Pin \(name) \($0)" } ?? "Unpin \(name)"
    let words = "\(verb) in \(appName)"
    let layers = try pin == nil ? nil : LayerRules(base.state.manifest, at: context.now())
    let (plan, before, after) = try PinPlanner(base: base, layers: layers).plan(
      document,
      message: words + "\n",
      reason: "registry: \(words.prefix(1).lowercased())\(words.dropFirst())",
      updating: isNew ? [name] : [],
      of: appName,
      in: workspace
    )
    return Result(
      component: name,
      app: appName,
      pin: pin,
      before: before.apps[appName] ?? [:],
      after: after.apps[appName] ?? [:],
      plan: plan
    )
  }
}

extension Pin {
  /// The arguments of a pin: those of `swift package add-dependency`.
  package struct Words: Sendable {
    /// Alone, or as `--exact`.
    package var exact: String?
    package var from: String?
    package var upToNextMinorFrom: String?
    /// The end of a range that starts at `from`, not in it.
    package var to: String?
    package var workingTree = false

    package init() {}
  }

  /// - Throws: For an invalid version, and for arguments that are not one pin.
  package init(_ words: Words) throws(OperationError) {
    self = try unifyingErrors {
      func version(_ text: String) throws -> SemanticVersion { try SemanticVersion(text) }
      switch (words.exact, words.from, words.upToNextMinorFrom, words.to, words.workingTree) {
      case (let exact?, nil, nil, nil, false): return .requirement(.exact(try version(exact)))
      case (nil, let lower?, nil, nil, false): return .requirement(.from(try version(lower)))
      case (nil, nil, let lower?, nil, false):
        return .requirement(.upToNextMinor(from: try version(lower)))
      case (nil, let lower?, nil, let upper?, false):
        let range = VersionRequirement.range(from: try version(lower), to: try version(upper))
        return .requirement(try range.requireSatisfiable())
      case (nil, nil, nil, nil, true): return .workingTree
      default:
        throw OperationError(
          .noVersion,
          "expected one of a version, '--from' (alone or with '--to'), '--up-to-next-minor-from' and"
            + " '--working-tree'",
          help: "name the release to build from, such as '1.0.0'"
        )
      }
    }
  }
}
