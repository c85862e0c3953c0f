import CoreMetrics
import Synchronization

/// The metrics of a process as Prometheus reads them (text format 0.0.4).
final class PrometheusMetrics: MetricsFactory {
  private struct Name: Hashable {
    let label: String
    private let names: [String]
    private let values: [String]

    init(_ label: String, _ dimensions: [(String, String)]) {
      self.label = label
      (names, values) = (dimensions.map(\.0), dimensions.map(\.1))
    }

    /// As they are written, such as `route="list"`.
    var dimensions: String {
      zip(names, values).map { "\($0)=\"\(Self.escaped($1))\"" }.joined(separator: ",")
    }

    private static func escaped(_ value: String) -> String {
      value.replacing("\\", with: #"\\"#).replacing("\"", with: #"\""#).replacing(
        "\n",
        with: #"\n"#
      )
    }
  }

  private let help: [String: String]
  private let series = Mutex<[Name: Series]>([:])

  /// - Parameter help: A sentence for each label.
  init(help: [String: String]) {
    self.help = help
  }

  /// All of them, sorted.
  var text: String {
    let all = series.withLock { $0 }.sorted {
      ($0.key.label, $0.key.dimensions) < ($1.key.label, $1.key.dimensions)
    }
    var lines: [String] = []
    var label = ""
    for (name, series) in all {
      if name.label != label {
        label = name.label
        if let sentence = help[label] { lines.append("# HELP \(label) \(sentence)") }
        lines.append("# TYPE \(label) \(series.kind.rawValue)")
      }
      lines += series.lines(label, name.dimensions)
    }
    return lines.map { "\($0)\n" }.joined()
  }

  private func series(_ label: String, _ dimensions: [(String, String)], _ kind: Series.Kind)
    -> Series
  {
    let name = Name(label, dimensions)
    return series.withLock { series in
      if let known = series[name] { return known }
      let new = Series(kind)
      series[name] = new
      return new
    }
  }

  func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    series(label, dimensions, .counter)
  }

  func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
    series(label, dimensions, .gauge)
  }

  func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool)
    -> any RecorderHandler
  {
    series(label, dimensions, aggregate ? .histogram : .gauge)
  }

  func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    series(label, dimensions, .histogram)
  }

  // Nothing that this server counts ends before it does.
  func destroyCounter(_ handler: any CounterHandler) {}
  func destroyMeter(_ handler: any MeterHandler) {}
  func destroyRecorder(_ handler: any RecorderHandler) {}
  func destroyTimer(_ handler: any TimerHandler) {}
}

/// One line of values, or a histogram.
private final class Series: CounterHandler, MeterHandler, RecorderHandler, TimerHandler {
  enum Kind: String {
    case counter
    case gauge
    case histogram
  }

  /// In seconds.
  private static let bounds = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10]

  private struct Values {
    var sum = 0.0
    var count = 0
    var buckets = [Int](repeating: 0, count: bounds.count)
  }

  let kind: Kind
  private let values = Mutex(Values())

  init(_ kind: Kind) {
    self.kind = kind
  }

  func lines(_ label: String, _ dimensions: String) -> [String] {
    let values = values.withLock { $0 }
    let all = dimensions.isEmpty ? "" : "{\(dimensions)}"
    guard kind == .histogram else { return ["\(label)\(all) \(Self.number(values.sum))"] }
    let prefix = dimensions.isEmpty ? "" : "\(dimensions),"
    let buckets = zip(Self.bounds.map { "\($0)" } + ["+Inf"], values.buckets + [values.count])
    return buckets.map { "\(label)_bucket{\(prefix)le=\"\($0)\"} \($1)" } + [
      "\(label)_sum\(all) \(values.sum)", "\(label)_count\(all) \(values.count)",
    ]
  }

  private static func number(_ value: Double) -> String {
    Int(exactly: value).map { "\($0)" } ?? "\(value)"
  }

  func increment(by amount: Int64) { add(Double(amount)) }
  func increment(by amount: Double) { add(amount) }
  func decrement(by amount: Double) { add(-amount) }
  func set(_ value: Int64) { set(Double(value)) }
  func set(_ value: Double) { values.withLock { $0.sum = value } }
  func reset() { values.withLock { $0 = Values() } }
  func record(_ value: Int64) { record(Double(value)) }
  func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }

  func record(_ value: Double) {
    guard kind == .histogram else { return set(value) }
    values.withLock { values in
      values.sum += value
      values.count += 1
      for (index, bound) in Self.bounds.enumerated() where value <= bound {
        values.buckets[index] += 1
      }
    }
  }

  private func add(_ amount: Double) {
    values.withLock { $0.sum += amount }
  }
}
