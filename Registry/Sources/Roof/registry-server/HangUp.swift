import Dispatch
import Server

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Rings a bell at each `SIGHUP`, which otherwise would end the process.
struct HangUp {
  let bell: Bell
  private let source: any DispatchSourceSignal

  init() {
    let bell = Bell()
    self.bell = bell
    signal(SIGHUP, SIG_IGN)
    source = DispatchSource.makeSignalSource(signal: SIGHUP, queue: .global())
    source.setEventHandler { bell.ring() }
    source.resume()
  }
}
