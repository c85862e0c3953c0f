import Model

/// Values in words, for pages.
enum Words {
  static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  /// - Parameter bytes: As programs count files: 1 KiB is 1,024 bytes.
  static func size(_ bytes: Int) -> String {
    if bytes < 1 << 10 { return count(bytes, "byte") }
    if bytes < 1 << 20 { return "\((bytes + 512) >> 10) KiB" }
    let tenths = (bytes * 10 + 1 << 19) >> 20
    return "\(tenths / 10).\(tenths % 10) MiB"
  }

  static func day(_ date: RecordDate) -> String {
    String(date.description.prefix(10))
  }
}
