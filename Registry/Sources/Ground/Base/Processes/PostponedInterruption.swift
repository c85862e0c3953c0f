/// Lets work that is under way be finished before a signal ends this process.
///
/// Tools that are started in the meantime get no signal. A signal that came ends the process with
/// this value.
package struct PostponedInterruption: ~Copyable {
  private let interruption = ToolInterruption()

  package init() {}

  /// Whether a signal came, so that no more work must be started.
  package static var isRequested: Bool { ToolInterruption.isRequested }
}
