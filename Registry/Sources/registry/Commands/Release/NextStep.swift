import Inspection
import Layout

/// The command that is most useful after a look at the status.
struct NextStep {
  private let components: [ComponentStatus]
  private let pins: [AppPins]

  init(_ components: [ComponentStatus], _ pins: [AppPins]) {
    (self.components, self.pins) = (components, pins)
  }

  /// `nil` if nothing is due.
  var words: String? {
    if components.isEmpty { return "registry new NAME" }
    if components.contains(where: { $0.state == .missing }) { return "registry lint" }
    if components.contains(where: \.isDue) { return "registry plan" }
    if components.contains(where: { $0.uncommittedFiles > 0 }) {
      return "git commit, then registry plan"
    }
    let isBehind = pins.contains { $0.components.contains { $0.behind > 0 || $0.isYanked } }
    return isBehind ? "registry outdated" : nil
  }
}

extension ComponentStatus {
  fileprivate var isDue: Bool {
    switch state {
    case .neverReleased, .changed: true
    case .unchanged, .isPrivate, .missing: false
    }
  }
}
