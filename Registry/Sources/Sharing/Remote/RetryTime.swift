import Files
import RegistryModel

/// The value of a Retry-After header (RFC 9110, 10.2.3), from now on.
struct RetryTime {
  let seconds: Int

  /// `nil` if there is no such header, or one that cannot be read.
  init?(_ header: String?, now: Int = SystemClock.nanoseconds / 1_000_000_000) {
    guard let header else { return nil }
    if let seconds = Int(header), seconds >= 0 {
      self.seconds = seconds
    } else if let date = Self.date(header) {
      seconds = max(0, date.secondsSince1970 - now)
    } else {
      return nil
    }
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// A date such as `Sun, 06 Nov 1994 08:49:37 GMT`.
  private static func date(_ text: String) -> RecordDate? {
    guard
      let parts = text.wholeMatch(
        of: /[A-Z][a-z]{2}, (\d\d) ([A-Z][a-z]{2}) (\d{4}) ([\d:]{8}) GMT/
      ),
      let month = months.firstIndex(of: String(parts.2))
    else { return nil }
    let number = (month < 9 ? "0" : "") + "\(month + 1)"
    return try? RecordDate("\(parts.3)-\(number)-\(parts.1)T\(parts.4)Z")
  }
}
