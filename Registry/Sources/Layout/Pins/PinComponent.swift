import Git
package import GitValues
package import RegistryModel
package import Versioning
package import Workspace
package import Writing

/// Changes a pin of a scaffold: records the pin and the new resolution in one commit.
package struct PinComponent: WritingOperation {
  /// As it was typed.
  package var component: String
  /// `nil` removes the pin.
  package var pin: Pin?
  /// As it was typed; `nil` for the only one.
  package var scaffold: String?
  package var context: WriteContext

  package init(
    component: String,
    pin: Pin?,
    scaffold: String? = nil,
    context: WriteContext = WriteContext()
  ) {
    self.component = component
    self.pin = pin
    self.scaffold = scaffold
    self.context = context
  }

  package struct Result: WritingResult {
    package let component: ComponentName
    package let scaffold: ScaffoldName
    package let pin: Pin?
    /// The releases that the scaffold was built from, and the new ones.
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
    let (scaffoldName, scaffold) = try workspace.committed(in: base.state) { manifest in
      try manifest.scaffold(meant: self.scaffold)
    }
    let isNew = scaffold.pins[name] != pin
    let document =
      try isNew
      ? base.state.document.setting(pin: pin, of: name, in: scaffoldName) : base.state.document
    let verb = pin.map { "Pin \(name) \($0)" } ?? "Unpin \(name)"
    let words = "\(verb) in \(scaffoldName)"
    let layers = try pin == nil ? nil : LayerRules(base.state.manifest, at: context.now())
    let (plan, before, after) = try PinPlanner(base: base, layers: layers).plan(
      document,
      message: words + "\n",
      reason: "registry: \(words.prefix(1).lowercased())\(words.dropFirst())",
      updating: isNew ? [name] : [],
      of: scaffoldName,
      in: workspace
    )
    return Result(
      component: name,
      scaffold: scaffoldName,
      pin: pin,
      before: before.scaffolds[scaffoldName] ?? [:],
      after: after.scaffolds[scaffoldName] ?? [:],
      plan: plan
    )
  }
}
