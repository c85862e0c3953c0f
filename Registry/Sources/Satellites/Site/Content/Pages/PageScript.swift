import Base
import Model

/// The scripts of pages, which are complete without them.
package enum PageScript {
  /// The name of the file with all of them, which the pages of an export load.
  package static let file = "page.js"

  /// Contains a hash of the text, so that it may be cached forever.
  static let fingerprint = Hexadecimal.text(SHA256.digest(of: Array(text.utf8)).prefix(6))

  package static let text = search + copying

  /// The hash by which a content security policy allows ``copying`` in the page itself.
  static let copyingHash = "sha256-\(SHA256.digest(of: Array(copying.utf8)).base64)"

  /// Searches in the pages of an export, which no server searches.
  private static let search = """
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

  /// Adds buttons that copy commands and code, where the browser lets a page copy.
  static let copying = """
    for (const code of navigator.clipboard ? document.querySelectorAll(".copy, .readme pre") : []) {
      const place = document.createElement("div");
      const button = document.createElement("button");
      place.className = "copying";
      button.type = "button";
      button.textContent = "Copy";
      code.replaceWith(place);
      place.append(code, button);
      button.addEventListener("click", async () => {
        await navigator.clipboard.writeText(code.textContent.trimEnd());
        button.textContent = "Copied";
        setTimeout(() => { button.textContent = "Copy"; }, 2000);
      });
    }

    """
}
