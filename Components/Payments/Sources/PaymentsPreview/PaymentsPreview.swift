@main
struct PaymentsPreview {
  static func main() {}
}
