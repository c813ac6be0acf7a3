import Foundation
import Testing

/// Chromium without a window.
enum Browser {
  /// Why tests that need a browser are skipped.
  static let reason = "needs chromium, which is not on the path"

  /// Whether `chromium` is on the path.
  static let isAvailable =
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    .contains { FileManager.default.isExecutableFile(atPath: "\($0)/chromium") }

  /// What a browser shows of a page.
  struct Result {
    /// The value of the script that looks at the page.
    var value: String

    /// What the browser reports on the way, such as breaches of the policy.
    var console: [String]
  }

  /// Opens a page in a frame and returns the value of an expression about it.
  ///
  /// `page` is the document and `view` its window. `steps` run before, and may wait. The page is opened as it is, with its
  /// policy.
  static func open(
    _ html: String, at hash: String = "", steps: String = "", value: String,
    options: [String] = []
  ) throws -> Result {
    let frame = """
      <!doctype html><meta charset="utf-8"><pre></pre>
      <iframe width="1280" height="800" src="page.html\(hash)"></iframe>
      <script>
        onload = async () => {
          const view = document.querySelector("iframe").contentWindow, page = view.document;
          const get = (selector) => page.querySelector(selector);
          const click = (selector) =>
            get(selector).dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
          \(steps)
          document.querySelector("pre").textContent = "<" + JSON.stringify(\(value)) + ">";
        };
      </script>
      """
    // The frame may look into the page only because the browser is told to let it.
    let run = try Program.shell(
      """
      cat "$INPUT" > "$FOLDER/frame.html"; printf %s "$PAGE" > "$FOLDER/page.html"
      exec chromium --headless --no-sandbox --disable-gpu --user-data-dir="$FOLDER/profile" \
        --allow-file-access-from-files --enable-logging=stderr --virtual-time-budget=5000 \
        --window-size=1400,1000 "$@" --dump-dom "file://$FOLDER/frame.html"
      """, options, input: Data(frame.utf8), environment: ["PAGE": html])
    let shown = try #require(
      run.output.firstMatch(of: #/<pre>&lt;(.*?)&gt;</pre>/#.dotMatchesNewlines()),
      "\(run.output.prefix(500)) \(run.errors.suffix(500))")
    return Result(
      value: String(shown.1).replacing("&lt;", with: "<").replacing("&gt;", with: ">")
        .replacing("&amp;", with: "&"),
      console: run.errors.components(separatedBy: "\n").filter { $0.contains(":CONSOLE") })
  }
}
