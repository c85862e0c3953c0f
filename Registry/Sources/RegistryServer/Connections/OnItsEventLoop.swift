import HummingbirdCore
import Logging
import NIOCore

/// Answers requests on the event loop of their connection.
///
/// Handing a request to another thread, and its answer back, takes longer than most answers. Work that
/// waits for git or a disk runs on other threads anyway.
struct OnItsEventLoop<Connection: ServerChildChannel>: ServerChildChannel {
  typealias Value = Connection.Value

  let connection: Connection

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
    connection.setup(channel: channel, logger: logger)
  }

  func handle(value: Value, logger: Logger) async {
    await withTaskExecutorPreference(EventLoopExecutor(value.channel.eventLoop)) {
      await connection.handle(value: value, logger: logger)
    }
  }
}

private final class EventLoopExecutor: TaskExecutor {
  private let eventLoop: any EventLoop

  init(_ eventLoop: any EventLoop) {
    self.eventLoop = eventLoop
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    eventLoop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
