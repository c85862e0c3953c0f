import Git
import Synchronization

/// Asks the person in the terminal whether manifests may be run; without one, they may not.
final class EvaluationQuestion: Sendable {
  private let console: Console
  /// A plan that is made again does not ask again.
  private let known = Mutex<Bool?>(nil)

  init(_ console: Console) {
    self.console = console
  }

  func answer(about packages: [TreePath]) -> Bool {
    if let answer = known.withLock({ $0 }) { return answer }
    let count = packages.count
    let names = packages.prefix(3).map { "'\($0.description.printable)'" }.joined(separator: ", ")
    let answer = console.confirm(
      """
      \(count) \(count == 1 ? "manifest computes its" : "manifests compute their") dependencies:\
       \(names)\(count > 3 ? " …" : "")
      Only running \(count == 1 ? "it" : "them") tells what a release needs. Let the toolchain run such \
      manifests of this repository?
      """
    )
    known.withLock { $0 = answer }
    return answer
  }
}
