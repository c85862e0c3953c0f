/// The page of a problem.
enum ProblemTemplate {
  static let text = """
    {{> head}}
    <div class="title">
    <h1>{{title}}</h1>
    <p class="muted">{{status}}</p>
    </div>
    <p class="empty">{{detail}}</p>
    <p><a href="{{page.root}}/">All components</a></p>
    {{> foot}}
    """
}
