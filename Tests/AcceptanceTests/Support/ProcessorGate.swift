#if os(Linux)
  import Foundation

  /// Holds the sandbox processor of the test's home, so that it answers when the test says so.
  ///
  /// The processor's memory is opened under a lock when it is first asked something; by then the app
  /// has written down what it asks for. The app waits for the lock as long as `--patience` says.
  final class ProcessorGate: Sendable {
    private let path: String
    private let lock: Int32
    private let watch: Int32

    /// Closes the gate; the home must have a database.
    init(in home: Home) throws {
      path = home.database + "-sandbox-lock"
      lock = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      guard lock >= 0, Self.set(F_WRLCK, on: lock) else { throw SystemError("lock") }
      watch = inotify_init1(Int32(IN_CLOEXEC))
      guard inotify_add_watch(watch, path, UInt32(IN_OPEN)) >= 0 else { throw SystemError("watch") }
    }

    deinit {
      close(lock)
      close(watch)
    }

    /// Waits until a run of the app has come to the processor.
    func reached() async {
      try? await onThread { [watch] in
        var event = [UInt8](repeating: 0, count: 4096)
        _ = read(watch, &event, event.count)
      }
    }

    /// Lets the processor answer.
    func open() {
      _ = Self.set(F_UNLCK, on: lock)
    }

    /// The number is F_OFD_SETLK of the kernel, which Swift's overlay leaves out.
    private static func set(_ type: some BinaryInteger, on file: Int32) -> Bool {
      var region = flock()
      region.l_type = Int16(type)
      region.l_whence = Int16(SEEK_SET)
      region.l_len = 1
      return fcntl(file, 37, &region) == 0
    }
  }
#endif
