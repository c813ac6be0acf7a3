"""What the tests in a browser share: a page in headless Chromium, checks of it, and what they came to."""
import os
import sys
import tempfile
import time

here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
pictures = sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp()
errors = []
failures = 0


def check(name, holds, more=""):
    global failures
    failures += not holds
    print("ok  " if holds else "FAIL", name, more if not holds else "", flush=True)


def launch(playwright):
    return playwright.chromium.launch(executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=["--no-sandbox"])


def watched(page):
    """The page, whose errors are noted."""
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    return page


def until(page, holds, seconds=10):
    """Whether something comes to hold: a function, or an expression of the page."""
    end = time.time() + seconds
    while time.time() < end:
        if page.evaluate(holds) if isinstance(holds, str) else holds():
            return True
        page.wait_for_timeout(20)
    return False


def finish():
    print("screenshots are in", pictures)
    sys.exit(failures > 0)
