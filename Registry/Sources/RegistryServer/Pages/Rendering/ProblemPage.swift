/// What the template of a refusal is filled with.
struct ProblemPage: Sendable {
  let page: PageFrame
  let status: Int
  let title: String
  let detail: String
}
