import RegistryModel

/// Values as a page's reader would write them.
enum Words {
  static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  static func day(_ date: RecordDate) -> String {
    String(date.description.prefix(10))
  }
}
