import ArgumentParser
import Model
import Registration

struct SetCommand: WritingVerb {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Change a setting of the manifest.",
    usage: """
      registry set <key> <value> ... [<options>]
      registry set <key> (--add | --remove) <value> ... [<options>]
      registry set <key> --unset [<options>]
      """,
    discussion: """
      A key is one of the manifest, or one of a component or an app behind its name; of a pattern of \
      names, all that match are changed. Shells complete keys and values. The whole manifest is \
      checked and committed, and the rest of its text stays as it is. 'git revert' undoes the change.

        registry set Payments.layer core
        registry set 'Chef*.release' internal
        registry set Payments.requires.FlowKit from 1.4.0
        registry set Payments.versionFiles VERSION '{version}'
        registry set requirements from
        registry set rootFiles --add NOTICE
        registry set groups.shop fixed Payments 'Chef*'
        registry set layers.core.mayUse '[]'
        registry set publish.main.url https://registry.example.com
        registry set Payments.private --unset
      """
  )

  enum Mode: String, EnumerableFlag {
    case add, remove, unset

    static func help(for mode: Mode) -> ArgumentHelp? {
      switch mode {
      case .add: "Add the values to the list that the key has."
      case .remove: "Remove the values from that list; a version file by its path."
      case .unset: "Remove the key."
      }
    }
  }

  @Argument(
    help: "The key, such as 'release', 'NAME.layer' or 'groups.NAME'.",
    completion: .settings
  )
  var key: String

  @Argument(
    help: ArgumentHelp(
      "The value: one word, or several of a list; '--' goes before one that begins with '-'.",
      valueName: "value"
    ),
    completion: .settingValues
  )
  var values: [String] = []

  @Flag(exclusivity: .exclusive)
  var mode: Mode?

  @OptionGroup var writing: WritingOptions

  @OptionGroup(title: "Common Options") var global: GlobalOptions

  func validate() throws {
    if mode == .unset {
      guard values.isEmpty else { throw ValidationError("'--unset' takes no value") }
    } else if values.isEmpty {
      throw ValidationError("expected a value for '\(key)', or '--unset' to remove it")
    }
  }

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    let change: SettingChange =
      switch mode {
      case .add: .add(values)
      case .remove: .remove(values)
      case .unset: .unset
      case nil: .set(values)
      }
    let operation = ChangeSettings(key, change, context: writing.context(console))
    try writing.perform(operation, as: "set", in: workspace, console)
  }
}

/// Settings that were changed, or would be.
extension ChangeSettings.Result: WrittenResult {
  private static let most = 10

  var members: JSONMembers {
    [
      "settings": changed.map {
        ["key": $0.name, "old": $0.old, "new": $0.new] as JSONMembers
      }
    ]
  }

  func text(_ written: WrittenOutcome, style: Style, width: Int?) -> String {
    if written.isUnchanged { return "nothing to change\n" }
    var text = changed.prefix(Self.most).map { setting in
      let (old, new) = (setting.old.map(\.typed), setting.new.map(\.typed))
      let change =
        switch (old, new) {
        case (let old?, let new?): "\(old.printable) → \(new.printable)"
        case (nil, let new?): "\(new.printable) (was not set)"
        case (let old?, nil): "not set (was \(old.printable))"
        case (nil, nil): "not set"
        }
      return "\(style(.bold, setting.name)): \(change)\n"
    }.joined()
    let more = changed.count - Self.most
    if more > 0 { text += "and \(counted(more, "more setting"))\n" }
    if written.commit != nil { text += "  \(style(.dim, "commit"))  \(written.shortCommit)\n" }
    return text
  }
}
