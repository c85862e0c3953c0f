import CLibrary

/// The clock that file systems use.
package enum SystemClock {
  /// In nanoseconds since 1970.
  package static var nanoseconds: Int {
    var now = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &now)
    return FileStamp.nanoseconds(now)
  }

  /// In seconds since 1970, with the offset of the time zone in minutes.
  package static var local: (seconds: Int64, offset: Int) {
    var now = time(nil)
    var local = unsafe tm()
    unsafe localtime_r(&now, &local)
    return unsafe (Int64(now), Int(local.tm_gmtoff) / 60)
  }
}
