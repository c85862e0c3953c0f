#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The time of the machine, by which its file systems go.
package enum SystemClock {
  /// In nanoseconds since 1970.
  package static var nanoseconds: Int {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return FileStamp.nanoseconds(now)
  }

  /// In seconds since 1970, with the minutes by which the time zone is ahead.
  package static var local: (seconds: Int64, offset: Int) {
    var now = time(nil)
    var local = tm()
    localtime_r(&now, &local)
    return (Int64(now), Int(local.tm_gmtoff) / 60)
  }
}
