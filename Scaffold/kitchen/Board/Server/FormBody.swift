import Foundation

/// The fields of a form as browsers send them, `application/x-www-form-urlencoded`.
struct FormBody {
  private let fields: [Substring: String]

  /// Reads the fields; of several with one name, the first counts.
  init(_ body: Data) {
    let pairs = String(decoding: body, as: UTF8.self).split(separator: "&").compactMap { field in
      let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = parts.count == 2 ? parts[1].replacing("+", with: " ") : ""
      return value.removingPercentEncoding.map { (parts[0], $0) }
    }
    fields = Dictionary(pairs) { first, _ in first }
  }

  subscript(name: String) -> String? {
    fields[name[...]]
  }
}
