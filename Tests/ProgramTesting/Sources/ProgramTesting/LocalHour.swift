import Foundation

/// A value for `TZ` that puts the programs under test where it is that hour of the day just now, so
/// that what depends on opening hours does not depend on when the tests run.
public func timeZone(whereItIs hour: Int) -> String {
  let universal = Int(Date().timeIntervalSince1970) / 3600 % 24
  let ahead = (hour - universal + 36) % 24 - 12
  return "GMT\(ahead < 0 ? "-" : "+")\(abs(ahead) < 10 ? "0" : "")\(abs(ahead))00"
}
