/// The rules by which public APIs are compared.
enum RulesTemplate {
  static let text = """
    {{> head}}
    <div class="readme rules">
    {{{rules}}}
    </div>
    {{> foot}}
    """
}
