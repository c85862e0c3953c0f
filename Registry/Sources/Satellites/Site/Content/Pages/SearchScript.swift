import Base

/// Searches in the pages of an export, which no server searches; without it they have no search.
package enum SearchScript {
  /// The name of the file.
  package static let file = "search.js"

  /// Contains a hash of the text, so that it may be cached forever.
  static let fingerprint = Hexadecimal.text(SHA256.digest(of: Array(text.utf8)).prefix(6))

  package static let text = """
    const items = document.querySelectorAll(".components > li, .nodes > li, .declarations > pre");
    for (const form of document.querySelectorAll("form[role=search]")) {
      const field = form.querySelector("input");
      const show = () => {
        const wanted = field.value.trim().toLowerCase();
        let found = 0;
        for (const item of items) {
          item.hidden = !item.textContent.toLowerCase().includes(wanted);
          if (!item.hidden) found += 1;
        }
        form.querySelector("output").value = wanted ? `${found} of ${items.length}` : "";
      };
      form.hidden = items.length < 2;
      form.addEventListener("input", show);
      form.addEventListener("submit", (event) => event.preventDefault());
      field.value = new URLSearchParams(location.search).get("q") ?? field.value;
      show();
    }

    """
}
