import RegistryModel

/// Values in words, for pages.
enum Words {
  static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  static func day(_ date: RecordDate) -> String {
    String(date.description.prefix(10))
  }
}
