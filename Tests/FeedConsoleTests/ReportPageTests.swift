import Foundation
import Testing

@testable import FeedConsole
import TestWatch

/// The page of `save a.html` in a browser. Without Chromium these tests are skipped.
@Suite(
  .watched, .serialized, .enabled(if: Browser.isAvailable, "\(Browser.reason)"))
struct ReportPageTests {
  /// Eight steps, one ignored.
  private let lines = "start; ok; appear 9; refresh; late 2; ok; visible 2..4; appear 9"

  @Test func itKeepsItsPolicyAndLoadsNothing() throws {
    let page = try ReportTests.page(of: lines)
    let result = try Browser.open(
      page,
      value: "[view.performance.getEntriesByType('resource').length, get('#place b').textContent]"
    )
    #expect(result.value == #"[0,"Step 8 of 8"]"#)
    #expect(result.console.isEmpty)
  }

  /// The test above would see a breach.
  @Test func anotherScriptOrStyleIsRefused() throws {
    let page = try ReportTests.page(of: lines).replacing(
      "</main>", with: "</main><script>document.title = 1</script><p id=\"p\" style=\"color:red\">")
    let result = try Browser.open(page, value: "page.title")
    #expect(result.value == #""a""#)
    #expect(result.console.filter { $0.contains("Content Security Policy") }.count == 2)
  }

  @Test(arguments: [("#step-1", 1), ("#step-99", 8)])
  func aLinkOpensItAtAStep(hash: String, step: Int) throws {
    let result = try Browser.open(
      ReportTests.page(of: lines), at: hash, value: "get('[aria-current]').id")
    #expect(result.value == "\"step-\(step)\"")
  }

  @Test func allThatLeadsToAStepShowsItsScreen() throws {
    let result = try Browser.open(
      ReportTests.page(of: lines),
      steps: """
        const seen = [], note = () => seen.push([get('#place b').textContent.slice(5),
          get('[aria-current]').id.slice(5), get('#slider').value, get('h2').textContent,
          ...[...page.querySelectorAll('.reader, li:has(.name), li > .faint:only-child')]
            .map((row) => row.textContent.trim())].join(' '));
        note();
        get('#slider').value = 3; get('#slider').dispatchEvent(new Event('input')); note();
        click('#back'); note();
        click('#forward'); note();
        click('#step-4 .what'); note();
        click('#step-1 .lane'); note();
        page.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true }));
        note();
        click('#step-5 .what a');
        await new Promise((done) => view.addEventListener('hashchange', done)); note();
        """, value: "seen.join('|')")
    #expect(
      result.value.dropFirst().dropLast().split(separator: "|") == [
        "8 of 8 8 8 10 of 82 rows ▎  9  Obi-Wan Kenobi ⟳ loading more …",
        "3 of 8 3 3 10 of 82 rows ▎  9  Obi-Wan Kenobi ⟳ loading more …",
        "2 of 8 2 2 10 of 82 rows",
        "3 of 8 3 3 10 of 82 rows ▎  9  Obi-Wan Kenobi ⟳ loading more …",
        "4 of 8 4 4 10 of 82 rows ⟳ refreshing … ▎  9  Obi-Wan Kenobi",
        "1 of 8 1 1 0 rows ⟳ loading …", "0 of 8 0 0 0 rows — not started yet —",
        "3 of 8 3 3 10 of 82 rows ▎  9  Obi-Wan Kenobi ⟳ loading more …",
      ])
    #expect(result.console.isEmpty)
  }

  @Test func textFromAServerStaysText() throws {
    let result = try Browser.open(
      ReportTests.page(
        of: #"start; ok; insert "</script><img src=x onerror='document.title=1'>" at 0; appear 0"#),
      value:
        "[page.images.length, page.scripts.length, page.title, get('.reader .plain').textContent]"
    )
    #expect(result.value == #"[0,2,"a","</script><img src=x onerror='document.title=1'>"]"#)
    #expect(result.console.isEmpty)
  }

  @Test func ignoredStepsCanBeHidden() throws {
    let result = try Browser.open(
      ReportTests.page(of: lines),
      steps: "const row = get('tr.ignored'), before = row.offsetHeight; get('#hide').click();",
      value: "[before > 0, row.offsetHeight, get('#step-4').offsetHeight > 0]")
    #expect(result.value == "[true,0,true]")
  }

  @Test func withoutScriptsTheTableAndItsLanesAreThere() throws {
    let page = try ReportTests.page(of: lines).replacing(
      ReportPage.script.hash, with: "sha256-none")
    let result = try Browser.open(
      page,
      value: """
        [get('#player').offsetHeight, page.querySelectorAll('tbody tr').length,
          get('#step-8').offsetHeight > 0, get('.lane').offsetHeight > 0]
        """)
    #expect(result.value == "[0,9,true,true]")
  }

  @Test func noPageScrollsSideways() throws {
    let link = #"{"link":"https://a.example/\#(String(repeating: "x", count: 90))"}"#
    let result = try Browser.open(
      ReportTests.page(of: lines + "; refresh; loaded 5 items=0 next=\(link); loadMore"),
      steps: """
        const widths = [[320, 640], [600, 900], [900, 620], [1280, 800]].map(([width, height]) => {
          Object.assign(document.querySelector("iframe"), { width, height });
          return [view.innerWidth, page.documentElement.scrollWidth <= view.innerWidth];
        });
        """, value: "widths")
    #expect(result.value == "[[320,true],[600,true],[900,true],[1280,true]]")
  }

  /// Every text has a contrast of 4.5 to its background, in light and in dark colours.
  @Test(arguments: [false, true]) func textCanBeRead(isDark: Bool) throws {
    let result = try Browser.open(
      ReportTests.page(of: lines + "; fail; remove 4; offline; loadMore"), steps: Self.contrast,
      value: "[dark, least >= 4.5 ? 'readable' : least + ' ' + worst, texts > 50]",
      options: ["--blink-settings=preferredColorScheme=\(isDark ? 0 : 1)"])
    #expect(result.value == "[\(isDark),\"readable\",true]")
  }

  // swift-format-ignore
  private static let contrast = #"""
    const dark = view.matchMedia("(prefers-color-scheme: dark)").matches;
    const light = (color) => {
      const [r, g, b] = color.match(/[\d.]+/g).slice(0, 3).map((part) => {
        const c = part / 255;
        return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const ground = (element) => {
      const color = view.getComputedStyle(element).backgroundColor;
      return color !== "rgba(0, 0, 0, 0)" ? color : ground(element.parentElement);
    };
    let least = 99, worst = "", texts = 0;
    for (const element of page.body.querySelectorAll("*")) {
      const isText = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
      if (!isText || element.closest("script, title, button:disabled")) continue;
      const style = view.getComputedStyle(element);
      const pair = [light(style.color), light(ground(element))].sort((a, b) => b - a);
      const contrast = (pair[0] + 0.05) / (pair[1] + 0.05);
      texts += 1;
      if (contrast < least) { least = contrast; worst = element.outerHTML.slice(0, 80); }
    }
    """#
}
