"""Finds places in Swift text where one thing can be wrong, and puts each mistake there behind a switch."""

import bisect
import re

# What the changed text calls. Mutant 0 is the machine as it is.
HELPERS = """\
import Glibc

@usableFromInline let mutant: Int = getenv("FEED_MUTANT").map { Int(atoi($0)) } ?? 0

@inlinable func flip(_ n: Int, _ value: Bool) -> Bool { value != (mutant == n) }
@inlinable func off(_ n: Int, _ value: Bool) -> Bool { value && mutant != n }
@inlinable func on(_ n: Int, _ value: Bool) -> Bool { value || mutant == n }
@inlinable func less<T: Comparable>(_ n: Int, _ a: T, _ b: T) -> Bool { mutant == n ? a <= b : a < b }
@inlinable func lessOrSame<T: Comparable>(_ n: Int, _ a: T, _ b: T) -> Bool { mutant == n ? a < b : a <= b }
@inlinable func more<T: Comparable>(_ n: Int, _ a: T, _ b: T) -> Bool { mutant == n ? a >= b : a > b }
@inlinable func moreOrSame<T: Comparable>(_ n: Int, _ a: T, _ b: T) -> Bool { mutant == n ? a > b : a >= b }
@inlinable func lesser<T: Comparable>(_ n: Int, _ a: T, _ b: T) -> T { mutant == n ? max(a, b) : min(a, b) }
@inlinable func greater<T: Comparable>(_ n: Int, _ a: T, _ b: T) -> T { mutant == n ? min(a, b) : max(a, b) }
@inlinable func one(_ n: Int) -> Int { mutant == n ? 0 : 1 }
@inlinable func zero(_ n: Int, _ value: Int) -> Int { mutant == n ? 0 : value }
@inlinable func gone<T>(_ n: Int, _ value: T?) -> T? { mutant == n ? nil : value }
@inlinable func join<T>(_ n: Int, _ a: [T], _ b: [T]) -> [T] { mutant == n ? b + a : a + b }
@inlinable func pick<T>(_ n: Int, _ a: @autoclosure () -> T, _ b: @autoclosure () -> T) -> T {
  mutant == n ? b() : a()
}

extension BidirectionalCollection {
  @inlinable func first(_ n: Int) -> Element? { mutant == n ? last : first }
  @inlinable func last(_ n: Int) -> Element? { mutant == n ? first : last }
  @inlinable func reversed(_ n: Int) -> [Element] { mutant == n ? Array(self) : Array(reversed()) }
}

extension Sequence where Element: Comparable {
  @inlinable func min(_ n: Int) -> Element? { mutant == n ? self.max() : self.min() }
  @inlinable func max(_ n: Int) -> Element? { mutant == n ? self.min() : self.max() }
}
"""

BOUNDS = {"<": ("less", "<="), "<=": ("lessOrSame", "<"), ">": ("more", ">="), ">=": ("moreOrSame", ">")}

# What an operand of && or of a comparison ends at, and what those of operators that bind closer end at besides.
_LOOSE = r"&&|\|\||=|\+=|-=|\?|:|return|in|if|guard|while|where|else|let|case"
_CLOSE = _LOOSE + r"|==|!=|<|<=|>|>=|\?\?"
_CONTINUES = re.compile(r"\s*(&&|\|\||[?:.+\-=]|\?\?|else\b)")


class Mutant:
    """One mistake: what is put around a span of the text, or in its place."""

    def __init__(self, start, end, what, before, after="", replaces=None):
        self.start, self.end, self.what = start, end, what
        self.before, self.after, self.replaces = before, after, replaces
        self.number = self.line = 0
        self.file = ""

    @property
    def text(self):
        return f"{self.file}:{self.line} {self.what}"


def mask(text):
    """The text with blanks in place of comments and of what strings say, so that nothing is found there."""
    blank = lambda match: re.sub(r"[^\n]", " ", match[0])
    string = lambda match: '"' + "_" * (len(match[0]) - 2) + '"'
    text = re.sub(r'"(?:\\.|[^"\\\n])*"', string, text)
    return re.sub(r"//.*|^[ ]*#.*", blank, text, flags=re.M)


class Source:
    """Looks for the mutants of one file."""

    def __init__(self, text):
        self.text, self.code = text, mask(text)
        self.blocks = {}  # Where the block of an `if`, a loop or a `switch` begins, by where its header does.
        self.found = {}
        for find in (
            self._headers, self._cases, self._lines, self._operands, self._ternaries, self._bounds,
            self._orders, self._values,
        ):
            find()

    def mutants(self):
        return sorted(self.found.values(), key=lambda m: (m.start, -m.end))

    def _add(self, start, end, new, before, after="", replaces=None):
        old = " ".join(self.text[start:end].split())
        key = (start, end, new)
        self.found.setdefault(key, Mutant(start, end, f"{old} -> {new}", before, after, replaces))

    def _boolean(self, start, end, left_out=None):
        """Negates a condition. One of several is left out as well: a wrong rule that is right more often."""
        code = self.code[start:end]
        if not code or " func " in code or self._parts(start, end, r"&&|\|\|")[1:]: return
        # What brackets hold is looked at by itself.
        if code[0] == "(" and re.search(r"&&|\|\|", code): return
        self._add(start, end, f"!({' '.join(code.split())})", "flip(%d, ", ")")
        if left_out: self._add(start, end, left_out, "on(%d, " if left_out == "true" else "off(%d, ", ")")

    # Where an expression begins and ends

    def _start(self, at, stops):
        stop = re.compile(rf"(?:(?:^|\s)(?:{stops})|\w:)\s$")
        depth, i = 0, at
        while i > 0:
            c = self.code[i - 1]
            if c in ")]}": depth += 1
            elif c in "([{":
                if depth == 0: break
                depth -= 1
            elif depth == 0:
                if c in ",;" or stop.search(self.code, max(0, i - 9), i): break
                if c == "\n" and not _CONTINUES.match(self.code, i): break
            i -= 1
        return i + len(self.code[i:at]) - len(self.code[i:at].lstrip())

    def _end(self, at, stops):
        stop = re.compile(rf"\s(?:{stops})\s|:\s|[,;]")
        depth, i = 0, at
        blocks = set(self.blocks.values())
        while i < len(self.code):
            c = self.code[i]
            if depth == 0 and (i in blocks or stop.match(self.code, i)): break
            if c in "([{": depth += 1
            elif c in ")]}":
                if depth == 0: break
                depth -= 1
            elif c == "\n" and depth == 0 and not _CONTINUES.match(self.code, i + 1): break
            i += 1
        return at + len(self.code[at:i].rstrip())

    def _parts(self, start, end, separator):
        """The spans between separators that stand in no brackets."""
        depth, begin, parts = 0, start, []
        separators = re.compile(separator)
        i = start
        while i < end:
            c = self.code[i]
            if c in "([{": depth += 1
            elif c in ")]}": depth -= 1
            match = separators.match(self.code, i, end) if depth == 0 else None
            if match:
                parts.append((begin, i))
                begin = i = match.end()
            else: i += 1
        return [self._trimmed(*part) for part in parts + [(begin, end)]]

    def _trimmed(self, start, end):
        code = self.code[start:end]
        return start + len(code) - len(code.lstrip()), end - len(code) + len(code.rstrip())

    # The kinds of mistakes

    def _headers(self):
        for match in re.finditer(r"(?<![\w.#])(if|while|guard|for|switch)\s", self.code):
            stop = re.compile(r"else\b" if match[1] == "guard" else r"\{")
            depth, i = 0, match.end()
            while depth > 0 or not stop.match(self.code, i):
                depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(self.code[i], 0)
                if match[1] == "guard": depth += {"{": 1, "}": -1}.get(self.code[i], 0)
                i += 1
            self.blocks[match.start()] = i
            if match[1] == "for": self._where(match.end(), i)
            elif match[1] != "switch":
                parts = self._parts(match.end(), i, ",")
                for part in parts: self._condition(*part, is_one_of_several=len(parts) > 1)

    def _condition(self, start, end, is_one_of_several):
        code = self.code[start:end]
        value = re.match(r"(let|var) (\w+)(?:\s*=\s*)?", code)
        if value and value.end() == len(code):
            self._add(start, end, "nil", "%s %s = gone(%%d, %s" % (value[1], value[2], value[2]), ")", (start, end, ""))
        elif value: self._add(start + value.end(), end, "nil", "gone(%d, ", ")")
        elif code.startswith("case"): self._add(start, end, "false", "", ", mutant != %d")
        else: self._boolean(start, end, "true" if is_one_of_several else None)

    def _where(self, start, end):
        where = re.search(r"\swhere\s", self.code[start:end])
        if where: self._boolean(*self._trimmed(start + where.end(), end))

    def _cases(self):
        for match in re.finditer(r"(?m)^ *(?:case )?\.\w[^\n]*?( where )[^\n]*:", self.code):
            for where in re.finditer(r" where ", match[0]):
                start = match.start() + where.end()
                self._boolean(start, self._end(start, _LOOSE), "true")

    def _lines(self):
        lines, at = self.code.split("\n"), 0
        for index, line in enumerate(lines):
            start, end = self._trimmed(at, at + len(line))
            at += len(line) + 1
            code = self.code[start:end]
            is_statement = re.match(r"(?!let |var |return|case |if |for |guard |else |switch |while |where |\w+: )"
                                    r"(?:[\w.?$]+(?:\[[^\]=]*\])?[\w.?]* (?:=|\+=|-=|&\+=) \S|"
                                    r"[\w.?!]+(?:\(.*\)| \{ .* \})$|(?:break|continue)$)", code)
            if not is_statement or any(code.count(a) != code.count(b) for a, b in ("()", "[]", "{}")): continue
            before = next((l for l in reversed(lines[:index]) if l.strip()), "").rstrip()
            after = lines[index + 1] if index + 1 < len(lines) else ""
            if re.search(r"([(\[,=+?]|&&|\|\||\breturn)$", before) or _CONTINUES.match(after): continue
            self._add(start, end, "(left out)", "if mutant != %d { ", " }")

    def _operands(self):
        for match in re.finditer(r"\s(&&|\|\|)\s", self.code):
            left_out = "true" if match[1] == "&&" else "false"
            start = self._start(match.start(), _LOOSE)
            self._boolean(start, match.start(), left_out)
            self._boolean(match.end(), self._end(match.end(), _LOOSE), left_out)
        for match in re.finditer(r"\s(==|!=)\s", self.code):
            line = self.code[self.code.rfind("\n", 0, match.start()) + 1:match.start()]
            if not re.search(r"where \w+$", line):
                self._boolean(self._start(match.start(), _LOOSE), self._end(match.end(), _LOOSE))

    def _ternaries(self):
        for match in re.finditer(r"\s+\? ", self.code):
            self._boolean(self._start(match.start(), _LOOSE), match.start())

    def _bounds(self):
        for match in re.finditer(r"\s(<=?|>=?)\s", self.code):
            function, other = BOUNDS[match[1]]
            start, end = self._start(match.start(), _LOOSE), self._end(match.end(), _LOOSE)
            new = f"{self.text[start:match.start()]} {other} {self.text[match.end():end]}"
            self._add(start, end, new, function + "(%d, ", ")", (match.start(), match.end(), ", "))
        for match in re.finditer(r"(?<= [+-] )1\b(?!\.)", self.code):
            self._add(match.start(), match.end(), "0", "one(%d", ")", (match.start(), match.end(), ""))
        for match in re.finditer(r"(?<![\w.])(min|max)\(", self.code):
            other = {"min": "max", "max": "min"}[match[1]]
            new = {"min": "lesser(%d, ", "max": "greater(%d, "}[match[1]]
            self._add(*match.span(), other + "(", new, "", (*match.span(), ""))

    def _orders(self):
        for match in re.finditer(r"\s\+\s", self.code):
            start, end = self._start(match.start(), _CLOSE), self._end(match.end(), _CLOSE + r"|\+|-")
            left, right = self.text[start:match.start()], self.text[match.end():end]
            if re.fullmatch(r"\w*(ount|\d+)|.*\.count", right) or "..<" in left or '"' in right: continue
            self._add(start, end, f"{right} + {left}", "join(%d, ", ")", (match.start(), match.end(), ", "))
        for match in re.finditer(r"\.(first|last)\b(?!\(| \{)|\.(min|max|reversed)\(\)", self.code):
            name = match[1] or match[2]
            other = {"first": ".last", "last": ".first", "min": ".max()", "max": ".min()"}.get(name, "(left out)")
            self._add(*match.span(), other, f".{name}(%d", ")", (*match.span(), ""))

    def _values(self):
        for match in re.finditer(r"\b(true|false)\b", self.code):
            self._add(*match.span(), {"true": "false", "false": "true"}[match[1]], "flip(%d, ", ")")
        for match in re.finditer(r"(?<!== )(?<!!= )(?<![\w)\]?}])\.(append|prepend)\b(?!\()", self.code):
            if re.match(r"\s*case\b[^:]*$", self.code[self.code.rfind("\n", 0, match.start()) + 1:match.start()]):
                continue
            other = {"append": ".prepend", "prepend": ".append"}[match[1]]
            self._add(*match.span(), other, "pick(%d, ", f", {other})")
        for match in re.finditer(r"\battempt: (attempt\b|before\b)(?! [+?])", self.code):
            self._add(*match.span(1), "0", "zero(%d, ", ")")
        for match in re.finditer(r"\b(?:keepsPlace|byHand|afterFailure): ((?:state\.)?(?:keepsPlace|byHand))\b", self.code):
            self._boolean(*match.span(1))
        for match in re.finditer(r"\s\?\?\s", self.code):
            self._add(self._start(match.start(), _CLOSE), match.start(), "nil", "gone(%d, ", ")")


def render(text, mutants):
    """The text with the mutants in it, and where each of them stands there."""
    openings, closings, replaced = {}, {}, {}
    for order, mutant in enumerate(mutants):
        openings.setdefault(mutant.start, []).append((-mutant.end, order, mutant))
        closings.setdefault(mutant.end, []).append((-mutant.start, -order, mutant))
        if mutant.replaces: replaced[mutant.replaces[0]] = mutant.replaces
    out, length, spans, at = [], 0, {}, 0

    def emit(piece):
        nonlocal length
        out.append(piece)
        length += len(piece)

    while at <= len(text):
        # What ends here is closed first, unless it is empty.
        for _, _, mutant in sorted(closings.get(at, []), key=lambda e: e[:2]):
            emit(mutant.after % mutant.number if "%d" in mutant.after else mutant.after)
            spans[mutant.number][1] = length
        for _, _, mutant in sorted(openings.get(at, []), key=lambda e: e[:2]):
            spans[mutant.number] = [length, length]
            emit(mutant.before % mutant.number if "%d" in mutant.before else mutant.before)
        if at in replaced:
            _, end, piece = replaced[at]
            emit(piece)
            # A replacement may end where its mutant does.
            at = end
            continue
        if at < len(text): emit(text[at])
        at += 1
    return "".join(out), spans


def position(text, line, column):
    """The offset of a line and a column, both counted from 1."""
    starts = [0] + [match.end() for match in re.finditer("\n", text)]
    return starts[line - 1] + column - 1


def line_of(text, offset):
    starts = [0] + [match.end() for match in re.finditer("\n", text)]
    return bisect.bisect_right(starts, offset)
