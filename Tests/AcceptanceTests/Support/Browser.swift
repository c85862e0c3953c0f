import Foundation
import Testing

/// A headless Chromium with one page.
final class Browser: Sendable {
  /// The program; `nil` if none is installed.
  static let program: String? = {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let names = ["chromium", "google-chrome", "google-chrome-stable", "chromium-browser"]
    let places = names.flatMap { name in path.split(separator: ":").map { "\($0)/\(name)" } }
    let apps = ["Google Chrome", "Chromium"].map { "/Applications/\($0).app/Contents/MacOS/\($0)" }
    return (places + apps).first(where: FileManager.default.isExecutableFile)
  }()

  private static let options = [
    "--headless", "--remote-debugging-pipe", "--no-first-run", "--disable-background-networking",
    "--disable-component-update",
    // Keys count as soon as the page has its buttons, painted or not.
    "--allow-pre-commit-input",
    // It opens the test's own page alone, and root has no sandbox.
    "--no-sandbox",
    // Containers have little shared memory.
    "--disable-dev-shm-usage",
  ]

  private let process = Process()
  /// Each process of the browser has the other end.
  private let life = Pipe()
  private let devTools: DevTools

  /// Runs `body` with a browser that has a fresh profile in the test's home, and ends it.
  static func run(_ body: (Browser) async throws -> Void) async throws {
    let browser = try Browser()
    do {
      try await browser.devTools.openPage()
      try await body(browser)
    } catch {
      try await browser.end()
      throw error
    }
    try await browser.end()
  }

  private init() throws {
    let home = Home.current
    let errors = home.path("browser-errors")
    let (devTools, descriptor) = try DevTools.connection(errors: errors)
    defer { close(descriptor) }
    self.devTools = devTools
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments =
      ["-c", #"exec "$@" 3<&0 4<&0 </dev/null 2>"$0""#, errors, try #require(Self.program)]
      + Self.options + ["--user-data-dir=" + home.path("browser")]
    process.environment = ["HOME": home.folder, "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"]
    process.standardInput = FileHandle(fileDescriptor: descriptor)
    process.standardOutput = life
    try process.run()
  }

  /// Waits for the end of all of the browser's processes; what does not end by itself is killed.
  private func end() async throws {
    _ = try? await devTools.call("Browser.close")
    try await onThread { [self] in
      devTools.waitForEnd()
      kill(-process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      _ = try life.fileHandleForReading.readToEnd()
    }
  }

  /// What the page has reported: by its console, as exceptions, or of what its policy forbids.
  var complaints: [String] { devTools.complaints }

  /// Goes to an address, and waits until its page and the page's scripts are loaded.
  func open(_ address: String) async throws {
    try await devTools.call("Page.navigate", ["url": address])
    try await text(
      of: """
        new Promise((done) => {
          if (document.readyState === 'complete') done();
          else addEventListener('load', done);
        })
        """
    )
  }

  /// Gives the page a size in CSS pixels; unlike a phone, it does not zoom out of a page that is wider.
  func resize(width: Int, height: Int) async throws {
    try await devTools.call(
      "Emulation.setDeviceMetricsOverride",
      ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": false]
    )
  }

  /// A key by its number in the protocol.
  enum Key: Int {
    case tab = 9
    case enter = 13
    case space = 32
  }

  /// Presses a key, and lets it go.
  func press(_ key: Key) async throws {
    let code = "\(key)".capitalized
    let event: [String: any Sendable] = [
      "windowsVirtualKeyCode": key.rawValue, "code": code, "key": key == .space ? " " : code,
      "text": [.enter: "\r", .space: " "][key] ?? "",
    ]
    for type in ["keyDown", "keyUp"] {
      try await devTools.call("Input.dispatchKeyEvent", event.merging(["type": type]) { $1 })
    }
  }

  /// The text of what a JavaScript expression is in the page, or promises.
  @discardableResult
  func text(of expression: String) async throws -> String {
    let evaluation = try await devTools.call(
      "Runtime.evaluate",
      ["expression": "Promise.resolve(\(expression)).then(String)", "awaitPromise": true]
    )
    return try #require(evaluation.result?.value, "\(expression)")
  }

  /// Waits until a JavaScript expression is true of the page.
  func wait(until condition: String) async throws {
    try await text(
      of: """
        new Promise((done) => {
          const check = () => (\(condition)) && done();
          const changes = { attributes: true, characterData: true, childList: true, subtree: true };
          new MutationObserver(check).observe(document, changes);
          check();
        })
        """
    )
  }
}
