package import Git
package import Model
package import Versions

/// Changes a pin of an app: records the pin and the new resolution in one commit.
package struct PinComponent: WritingOperation {
  /// As it was typed.
  package var component: String
  /// `nil` removes the pin.
  package var pin: Pin?
  /// As it was typed; `nil` for the only one.
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
    package let pin: Pin?
    /// The releases that the app was built from, and the new ones.
    package let before: [ComponentName: SemanticVersion]
    package let after: [ComponentName: SemanticVersion]
    /// `nil` if nothing has to be written.
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
