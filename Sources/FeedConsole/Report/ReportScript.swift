/// The script of a report. Without it the page has the table and the lanes.
enum ReportScript {
  /// The hash of the text, which the policy of the page allows. A test compares them.
  static let hash = "sha256-oiKieIOnd4OHOoG4SdhNEB4AYXTUgilD5D+tNgPuPZw="

  static let text = #"""

    "use strict";
    (() => {
      const data = JSON.parse(document.getElementById("data").textContent);
      const get = (selector) => document.querySelector(selector);
      const last = data.steps.length - 1;
      const slider = get("#slider"), cursor = get("#now"), list = get("#screen ol");
      let now = -1, timer = 0;

      function element(name, className, text) {
        const element = document.createElement(name);
        element.className = className;
        element.textContent = text;
        return element;
      }

      function line(row) {
        const line = element("li", row.kind, "");
        line.classList.toggle("reader", row.isReader === true);
        line.classList.toggle("old", row.isStale === true);
        if (row.kind === "row") line.append(element("small", "", row.index));
        line.append(element("span", "text", row.text));
        if (row.edit) line.append(element("em", "", row.edit));
        if (row.gesture) line.append(element("b", "", row.gesture));
        return line;
      }

      // Where there is room the sections scroll, else the page does.
      function isPage() { return getComputedStyle(get("#steps")).overflowY !== "auto"; }

      function scrollToStep(row) {
        if (!isPage()) row.scrollIntoView({ block: "nearest" });
        if (!cursor) return;
        const [plot, lanes] = [get(".plot"), get(".lanes")];
        const x = +cursor.getAttribute("x");
        if (x < plot.scrollLeft || x > plot.scrollLeft + plot.clientWidth - 20)
          plot.scrollLeft = x - plot.clientWidth / 2;
        const names = [...document.querySelectorAll(".lanes li")];
        const begun = names.findLast((name) => +name.firstChild.hash.slice(6) <= now);
        if (!begun) return;
        const top = begun.offsetTop - lanes.clientHeight + begun.offsetHeight + 8;
        if (top > lanes.scrollTop || begun.offsetTop - 24 < lanes.scrollTop) lanes.scrollTop = top;
      }

      function go(step, keepsPlace) {
        step = Math.max(0, Math.min(last, step));
        if (step === now) return;
        now = step;
        get("[aria-current]")?.removeAttribute("aria-current");
        const row = document.getElementById("step-" + now);
        row.setAttribute("aria-current", "step");
        const event = row.querySelector("code").textContent;
        const isIgnored = row.className === "ignored";
        slider.value = now;
        slider.setAttribute("aria-valuetext", `${now}: ${event}`);
        get("#place").replaceChildren(
          element("b", "", `Step ${now} of ${last}`), element("code", "", event),
          ...(isIgnored ? [element("span", "bad", "ignored")] : []));
        get("#back").disabled = now === 0;
        get("#forward").disabled = now === last;
        const screen = data.screens[data.steps[now]];
        get("#title").textContent = screen.title;
        list.replaceChildren(...screen.rows.map((index) => line(data.rows[index])));
        if (cursor) cursor.setAttribute("x", +cursor.dataset.x + now * cursor.dataset.width - 1);
        scrollToStep(row);
        if (keepsPlace) return;
        // Not at each step of a drag: browsers limit how often.
        clearTimeout(timer);
        timer = setTimeout(() => history.replaceState(null, "", "#step-" + now), 200);
      }

      function goToHash() {
        const step = /^#step-(\d+)$/.exec(location.hash);
        go(step ? +step[1] : last, true);
      }

      slider.addEventListener("input", () => go(+slider.value));
      get("#back").addEventListener("click", () => go(now - 1));
      get("#forward").addEventListener("click", () => go(now + 1));
      window.addEventListener("hashchange", goToHash);
      document.addEventListener("click", (event) => {
        const link = event.target.closest("a");
        const row = event.target.closest("tbody tr");
        if (!link && !row || event.ctrlKey || event.metaKey || event.shiftKey) return;
        if (!link && String(getSelection())) return;
        event.preventDefault();
        const target = link ? link.getAttribute("href") : "#" + row.id;
        go(+target.slice("#step-".length));
        if (isPage()) get("#player").scrollIntoView();
      });
      document.addEventListener("keydown", (event) => {
        if (event.target.closest("input, button")) return;
        if (event.altKey || event.ctrlKey || event.metaKey) return;
        const move = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
        if (!move) return;
        event.preventDefault();
        go(now + move);
      });
      document.body.className = "live";
      get("#player").hidden = false;
      goToHash();
    })();

    """#
}
