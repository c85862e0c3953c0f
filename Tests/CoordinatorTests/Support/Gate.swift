/// A place that work passes when the test says so.
actor Gate {
  private var isOpen: Bool
  private var isReached = false
  private var held: [CheckedContinuation<Void, Never>] = []
  private var watching: [CheckedContinuation<Void, Never>] = []

  init(isOpen: Bool = false) {
    self.isOpen = isOpen
  }

  /// Returns as soon as the gate is open.
  func pass() async {
    isReached = true
    for watcher in watching { watcher.resume() }
    watching = []
    guard !isOpen else { return }
    await withCheckedContinuation { held.append($0) }
  }

  /// Waits until something has come to the gate.
  func reached() async {
    guard !isReached else { return }
    await withCheckedContinuation { watching.append($0) }
  }

  func open() {
    isOpen = true
    for work in held { work.resume() }
    held = []
  }

  func close() {
    isOpen = false
    isReached = false
  }
}
