import Base
import Git
import Model
import Versions

/// Checks that every record of an earlier commit still exists.
struct HistoryCheck {
  let since: String

  func run(
    in workspace: borrowing Workspace,
    _ logs: [ComponentName: ReleaseLog]
  ) throws(OperationError) -> (records: Int, findings: [Finding]) {
    let commit = try workspace.repository.commit(named: since)
    let state: RegistryState
    do throws(OperationError) {
      state = try workspace.state(at: commit)
    } catch  where error.code == .noManifest {
      // There was no registry yet, so there is nothing to have lost.
      return (0, [])
    }
    var records = 0
    var findings: [Finding] = []
    for name in workspace.loggedComponents(in: state) {
      let earlier = try workspace.log(of: name, in: state)
      records += earlier.text.utf8.split(separator: UInt8(ascii: "\n")).count
      let now = logs[name] ?? ReleaseLog(file: earlier.file)
      for record in now.records(missingSince: earlier) {
        findings.append(finding(of: name, record, in: workspace.logPath(of: name)))
      }
    }
    return (records, findings)
  }

  private func finding(
    of component: ComponentName,
    _ record: LogRecord,
    in path: TreePath
  ) -> Finding {
    let (version, content) =
      switch record {
      case .release(let release): (release.version, "")
      case .yank(let yank): (yank.version, " that it is withdrawn")
      }
    return Finding(
      .missingRecord,
      "the record at '\(since)'\(content) was changed or removed",
      of: component,
      version,
      help: "put the line back: 'git show \(since):\(path)' has it"
    )
  }
}
