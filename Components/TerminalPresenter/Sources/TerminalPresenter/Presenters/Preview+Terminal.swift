public import FlowConsole
import FlowKit
import Foundation

extension Preview {
  /// Runs the flow as an app does: with screens at a terminal, line by line elsewhere, and cancelled by
  /// Ctrl-C.
  ///
  /// Ends the process with status 1 if the flow fails.
  public func runInTerminal() async {
    let preview = self
    let hasSucceeded = try? await Interruption.scope {
      await preview.run(on: previewPresenter()) { print($0) }
    }
    if hasSucceeded == false { exit(1) }
  }
}

/// The presenter of a preview: that of the apps at a terminal, line by line elsewhere.
private func previewPresenter() -> any Presenter {
  let terminal = TerminalCapabilities(environment: ProcessInfo.processInfo.environment)
  return terminal.makePresenter() ?? LinePresenter.standard
}
