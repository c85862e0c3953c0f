import Base
import Git
import Model
import Versions

/// The logs that a commit has, as far as they can be read.
struct RecordedLogs {
  private(set) var logs: [ComponentName: ReleaseLog] = [:]
  /// Whose logs cannot be read, so that nothing else can be said of their releases.
  private(set) var unread: Set<ComponentName> = []
  private(set) var findings: [Finding] = []

  init(of state: RegistryState, in workspace: borrowing Workspace) {
    for name in workspace.loggedComponents(in: state) {
      do throws(OperationError) {
        logs[name] = try workspace.log(of: name, in: state)
      } catch {
        unread.insert(name)
        findings.append(Finding(error, of: name))
      }
      if state.manifest.components[name] == nil {
        findings.append(
          Finding(
            .retiredComponent,
            "the manifest no longer lists the component; its releases remain",
            of: name,
            severity: .note
          )
        )
      }
    }
    for file in state.logBlobs.keys.sorted() where Workspace.component(loggedIn: file) == nil {
      findings.append(
        Finding(
          .unknownFile,
          "'\(workspace.releasesPath)/\(file)' is not the release log of a component",
          help: "a release log is named after its component, with the extension '.jsonl'"
        )
      )
    }
  }
}
