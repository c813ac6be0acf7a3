"""A small server of paged feeds, for tests.

    python3 feed_server.py [--port 0] [--count 82] [--secure]

Prints one line, {"base": "http://127.0.0.1:PORT"}, then serves until its standard input ends (so
that it dies with the test that started it) or SIGTERM or SIGINT arrives. Logs nothing. With --secure
it speaks TLS, with a certificate that it makes by the program openssl and that no client trusts.

Every feed serves the same COUNT rows, "Row 1 é😀" and so on, each in its own style of paging:

  GET  /people?page=1&limit=10      URLs of the next and previous page, as swapi.tech
  GET  /items?page=1&size=20        page numbers and a total
  GET  /products?page=1&limit=12    page numbers, and a total in "pagination"
  GET  /private?page=1&size=20      the same, but 401 without "Authorization: Bearer letmein"
  GET  /search/repositories?q=feed&page=1&per_page=30     page numbers, as GitHub's search: of the rows
                                    with q in their full name; 422 behind the first 1,000
  GET  /plain?page=1&per_page=30    page numbers; a bare array without a total, as GitHub's lists
  GET  /home?size=20&after=CURSOR   opaque cursors
  GET  /offset?offset=0&limit=20    offsets and a total
  GET  /token?page_token=T&max=20   opaque tokens, "" on the last page; "has_more" beside them
  GET  /linked?page=1&per_page=20   a bare array; two Link header fields, with relative links
  GET  /counted?page=1&per_page=20  a bare array; X-Total-Count and X-Total-Pages
  GET  /pages?page=1&per_page=20    page numbers and the number of pages
  GET  /timeline?from_id=I&count=20 a bare array that begins with the row of that id
  POST /graphql                     a Relay connection, as GitLab's issues of a project
  GET  /notes                       notes that can be changed: see the class Notes

The numbers above are the defaults. A page past the end has no rows. A size above 100 counts as
100. A page or size that isn't a positive number, or a bad cursor, answers 400 {"detail": "..."};
an unknown path 404. Cursors are base64 with "+" and often "="; they name a row, so rows that come
or go above it don't shift what follows.

/graphql goes by the variables "first" (20) and "after" or "cursor", or "last" and "before", of the rows with
"search" in their names and in the "state" that is given (each fifth is closed). It doesn't parse the
query: one with the word "partial" is answered with an error beside the rows, the third of which
is null; one with the word "edges" is answered with edges in place of nodes, and one that neither has the word "query"
nor begins with "{" with a syntax error. All its errors have status 200, as usual with GraphQL.

GET /odd/... answers oddly, whatever the rows:

  html       a web page                     truncated     JSON cut off in the middle of a row
  empty      no bytes at all                wrong-type    ten rows; results[7] has wrong types
  no-rows    an object without a list       same-cursor   next is the URL of the page itself
  no-id      rows without an id             foreign-next  next is on another origin
  not-paged  rows, and nothing on paging        terminal      texts that would drive a terminal

GET /as/... pages as other servers do:

  decorated      page numbers and a total; a Link header without a relation of paging
  capped         a bare array by offset and limit, of at most 50 rows
  ignoring       page numbers in "p", and a total; "page" is ignored
  words          rows that are texts; page numbers and a total
  ending         rows from the number in "from" on; their end in "end", and a total
  continued      two values in "continue" that are parameters of the next page
  ranged         a bare array; Range: items=20-39, Content-Range: items 20-39/82, and 416 behind the end
  uncounted      the same without a unit and a total: Range: 20-39, Content-Range: 20-39/*
  page/N         page N, and a total
  asked          a bare array; the field X-Cursor takes the token of the field X-Next-Cursor
  odd-names      page[number] and page[size], and a total
  zero           page numbers from 0, which the answer says
  silent-zero    page numbers from 0, which nothing says; a total
  continuation   a bare array; the token for "continuationToken" in the field X-MS-ContinuationToken
  strict         "start_cursor" takes the token in "next_cursor"; other parameters are refused
  charges        "starting_after" takes the id of the last row; "has_more"
  absent-end     the token for "cursor" in "next_cursor", also on the last page; then no list
  strict-pages   page numbers and a total; 400 for a page behind the last one
  tagged         page numbers and a total; an ETag, and 304 for If-None-Match; with "dated" a date
  widgets        rows in "widgets", which is left out where it is empty; page numbers in "page"
  header-token   a bare array; the token for "cursor" in the field X-Next-Cursor
  header-url     a bare array; the URL of the next page in the field X-Next-Url
  erring         {"error": {"code": 105, "info": "No key was given."}}, with status 200
  search         POST; the token for "cursor" of the body in "next_cursor"; 20 rows, or "limit"
  found          of the rows with "q" in their names, and the "parity" odd or even if it is given: page
                 numbers and a total, ETag and 304 as tagged
  found-offset   the same by offset and limit
  found-links    the same with the URL of the next page, with all parameters of this one
  echo/...       what a request says, as Python's own library decodes it: see echoed
  hits           POST; "search_after" takes the list in "sort" of the last row; a total
  scan           POST; "ExclusiveStartKey" takes the object in "LastEvaluatedKey"
  refusing       {"status": "fail", "message": "The quota is used up.", "items": []}, the same

Control; these requests are neither logged nor failed:

  POST /_control  an object with any of these, carried out in this order:
    "reset": true  rows, failures and log as at the start
    "remove": K    the first K rows vanish
    "insert": K    K new rows at the top, the newest first: 84, 83, 1, 2, ...
    "delete": [R]  the rows with these numbers vanish
    "add": [I]     new rows, each at this index of what is there then
    "fail": {"path": "/people", "page": null, "status": 500, "times": 1, "headers": {},
             "html": false, "wire": null}
                   The next `times` requests for the path, and the page if given, fail. All but
                   the path may be left out. With cursors, the first row asked for tells the page.
                   With "wire" the page itself is answered, but in one of these ways:
      reset      half of the body, then the connection is reset
      close      half of the body, then the connection is closed
      reset-before, close-before           the same without a byte
      not-http   a line that is not HTTP
      no-utf8    bytes in it that are not UTF-8
      length-less  a Content-Length of half of the body
      truncated  half of the body, as if it were the whole
      drip       a byte now and then, until the client goes away
      endless    the body, and spaces behind it until the client goes away
      hang       nothing, until the client goes away
      gzip       compressed
      gzip-cut   compressed, and the half of that
      gzip-bomb  compressed, with 64 MB of spaces behind the body
  GET /_log       the requests since the last reset, in order:
    [{"method": "GET", "path": "/people", "query": "page=2", "body": null, "headers": {...}}]
  GET /_state     {"busy": requests under way, "gone": clients that went away while they were
                  answered, "sent": bytes of the last answer that had no end,
                  "connections": how many are open, the one that asks included,
                  "accepted": how many there were in all}
"""

import argparse
import base64
import gzip
import json
import os
import re
import select
import signal
import socket
import ssl
import struct
import subprocess
import sys
import tempfile
import threading
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple, Optional
from urllib.parse import parse_qsl, unquote, urlencode

FOREIGN = "http://127.0.0.2:1/people?page=2"
HTML = "<!doctype html><title>Feed</title><p>This is a web page.</p>\n"


class Request(NamedTuple):
    method: str
    path: str
    query: str
    body: Optional[str]
    headers: dict

    @property
    def parameters(self):
        return dict(parse_qsl(self.query, keep_blank_values=True))

    @property
    def base(self):
        return "http://" + self.headers["host"]


class Answer(NamedTuple):
    """What goes back: a text as it is, anything else as JSON."""

    body: object
    status: int = 200
    type: str = "application/json; charset=utf-8"
    headers: Optional[dict] = None
    wire: Optional[str] = None

    @property
    def data(self):
        text = self.body if isinstance(self.body, str) else json.dumps(self.body, ensure_ascii=False)
        return b"" if self.status in (204, 304) else text.encode()


class TooFar(Exception):
    """The page is behind the last one that the server gives."""


class Page:
    """At most `size` rows, from `offset` on."""

    def __init__(self, rows, offset, size):
        self.rows = rows[offset : offset + size]
        self.offset = offset
        self.size = size
        self.number = offset // size + 1
        self.total = len(rows)
        self.has_next = offset + size < self.total


@dataclass
class Failure:
    """What the next requests for a page are answered in place of it."""

    path: str
    page: Optional[int] = None
    status: int = 500
    times: int = 1
    headers: Optional[dict] = None
    html: bool = False
    wire: Optional[str] = None

    def answer(self, page):
        if self.wire:
            page = page if isinstance(page, Answer) else Answer(page)
            return page._replace(wire=self.wire, headers=self.headers)
        if self.html:
            return Answer(HTML, self.status, "text/html", self.headers)
        return Answer({"detail": "planned failure"}, self.status, headers=self.headers)


# Finding the page that a request asks for.


def by_number(size_name, default_size):
    def find(request, rows):
        number = positive(request.parameters, "page", 1)
        size = size_in(request.parameters, size_name, default_size)
        return Page(rows, (number - 1) * size, size)

    return find


def by_offset(request, rows):
    offset = request.parameters.get("offset", "0")
    if not re.fullmatch("[0-9]{1,9}", offset):
        raise ValueError("offset must be a number")
    return Page(rows, int(offset), size_in(request.parameters, "limit", 20))


def by_token(request, rows):
    size = size_in(request.parameters, "max", 20)
    return Page(rows, offset_after(request.parameters.get("page_token"), rows), size)


def by_id(request, rows):
    size = size_in(request.parameters, "count", 20)
    number = positive(request.parameters, "from_id", rows[0] if rows else 1)
    return Page(rows, rows.index(number) if number in rows else 0, size)


def by_cursor(request, rows):
    size = size_in(request.parameters, "size", 20)
    return Page(rows, offset_after(request.parameters.get("after"), rows), size)


def by_variables(request, rows):
    body = json.loads(request.body or "{}")
    query, variables = body.get("query") or "", body.get("variables") or {}
    if not re.search(r"\bquery\b|^\s*{", query):
        raise ValueError("syntax error")
    closed = {"opened": [False], "closed": [True]}.get(variables.get("state"), [False, True])
    rows = only(rows, variables.get("search") or "", lambda number: (number % 5 == 0) in closed)
    last = variables.get("last")
    if last is not None:
        before = variables.get("before")
        end = offset_after(before, rows) - 1 if before else len(rows)
        return Page(rows, max(0, end - min(last, 100)), min(last, 100, end))
    first = variables.get("first", 20)
    if type(first) is not int or first < 1:
        raise ValueError("first must be a positive number")
    after = variables.get("after", variables.get("cursor"))
    return Page(rows, offset_after(after, rows), min(first, 100))


def only(rows, text, keeps=lambda number: True):
    return [number for number in rows if text in row_name(number) and keeps(number)]


def by_query(find):
    def found(request, rows):
        parity = {"odd": [1], "even": [0], None: [0, 1]}[request.parameters.get("parity")]
        text = request.parameters.get("q", "")
        return find(request, only(rows, text, lambda number: number % 2 in parity))

    return found


def by_github(request, rows):
    text = request.parameters.get("q", "").lower()
    rows = [number for number in rows if text in f"feed/row-{number}"]
    page = by_number("per_page", 30)(request, rows)
    if page.offset >= 1000:
        raise TooFar("Only the first 1000 search results are available")
    return page


def positive(parameters, name, default):
    value = parameters.get(name, str(default))
    if not re.fullmatch("[0-9]{1,9}", value) or int(value) == 0:
        raise ValueError(f"{name} must be a positive number")
    return int(value)


def size_in(parameters, name, default):
    return min(positive(parameters, name, default), 100)


def cursor_at(number):
    return base64.b64encode(f"id>{number}".encode()).decode()


def offset_after(cursor, rows):
    """Where the rows after a cursor begin. A row that is gone was above all that remain."""
    if cursor is None:
        return 0
    try:
        text = base64.b64decode(cursor, validate=True).decode()
        number = int(re.fullmatch("id>([0-9]+)", text)[1])
    except (TypeError, ValueError):
        raise ValueError("invalid cursor") from None
    return rows.index(number) + 1 if number in rows else 0


# Showing a page in the style of each feed.


def row_name(number):
    return f"Row {number} é😀"


def people(request, page, **changes):
    def url(number, exists):
        return f"{request.base}/people?page={number}&limit={page.size}" if exists else None

    def person(number):
        url = f"{request.base}/people/{number}"
        return {"uid": str(number), "name": row_name(number), "url": url}

    return {
        "message": "ok",
        "total_records": page.total,
        "total_pages": -(-page.total // page.size),
        "previous": url(page.number - 1, page.number > 1),
        "next": url(page.number + 1, page.has_next),
        "results": [person(number) for number in page.rows],
        **changes,
    }


def plain(request, page):
    return [{"id": number, "name": row_name(number)} for number in page.rows]


def items(request, page):
    rows = plain(request, page)
    return {"items": rows, "page": page.number, "totalItemsAvailable": page.total}


def products(request, page):
    pagination = {"total": page.total, "limit": page.size, "offset": page.offset}
    pagination.update(total_pages=-(-page.total // page.size), current_page=page.number)
    data = [{"id": number, "title": row_name(number)} for number in page.rows]
    return {"pagination": pagination, "data": data, "info": {"version": "1.14"}}


def repositories(request, page):
    def repository(number):
        return {
            "id": number,
            "name": row_name(number),
            "full_name": f"feed/row-{number}",
            "description": f"About row {number}" if number % 3 else None,
            "stargazers_count": number * 10,
        }

    rows = [repository(number) for number in page.rows]
    return {"total_count": page.total, "incomplete_results": False, "items": rows}


def page_info(page):
    start, end = (cursor_at(page.rows[i]) if page.rows else None for i in (0, -1))
    return {
        "hasNextPage": page.has_next,
        "endCursor": end,
        "hasPreviousPage": page.offset > 0,
        "startCursor": start,
    }


def offset_page(request, page):
    return {"rows": plain(request, page), "total": page.total, "offset": page.offset}


def token_page(request, page):
    token = cursor_at(page.rows[-1]) if page.has_next else ""
    meta = {"has_more": page.has_next, "next_page_token": token}
    return {"data": {"rows": plain(request, page)}, "meta": meta}


def linked(request, page):
    def link(number, relation):
        return f"<?page={number}&per_page={page.size}>; title=\"a, \\\"b\\\"\";Rel={relation}"

    before = link(page.number - 1, "prev") if page.number > 1 else "</>; rel=up"
    after = link(page.number + 1, '"alternate NEXT"') if page.has_next else "</>; rel=first"
    return Answer(plain(request, page), headers={"Link": [before, after]})


def counted(request, page):
    pages = -(-page.total // page.size)
    headers = {"X-Total-Count": str(page.total), "X-Total-Pages": str(pages)}
    return Answer(plain(request, page), headers=headers)


def pages(request, page):
    total = -(-page.total // page.size)
    return {"page": page.number, "total_pages": total, "rows": plain(request, page)}


def home(request, page):
    values = [{"id": number, "title": row_name(number)} for number in page.rows]
    return {"values": values, "info": page_info(page)}


def graphql(request, page):
    def node(number):
        gid = f"gid://feed/Issue/{number}"
        state = "opened" if number % 5 else "closed"
        issue = {"id": gid, "iid": str(number), "title": row_name(number), "state": state}
        if re.search(r"\bauthor\b", json.loads(request.body)["query"]):
            issue["author"] = {"name": "Ada"} if number % 3 else None
        return issue

    if re.search(r"\bedges\b", json.loads(request.body)["query"]):
        rows = {"edges": [{"cursor": cursor_at(row), "node": node(row)} for row in page.rows]}
    else:
        rows = {"nodes": [node(row) for row in page.rows]}
    answer = {"data": {"project": {"issues": {**rows, "pageInfo": page_info(page)}}}}
    if re.search(r"\bpartial\b", json.loads(request.body)["query"]):
        rows["nodes"][2:3] = [None] * len(rows["nodes"][2:3])
        answer["data"]["project"]["issues"]["nodes"] = rows["nodes"]
        answer["errors"] = [{"message": "one row is missing"}]
    return answer


def wrong_type(request, page):
    body = people(request, page)
    body["results"][7].update(uid={"value": 8}, name=8)
    return body


def terminal(request, page):
    evil = "\x1b]0;owned\x07\x1b[2J\u202e\u2028\x7f\x9b31m"
    rows = [{"id": f"{number}{evil}", "title": f"Row {evil}"} for number in page.rows]
    return {"results": rows, "next": f"http://evil{evil}/"}


def same_cursor(request, page):
    return people(request, page, next=f"{request.base}{request.path}?{request.query}".rstrip("?"))


# Feeds as other servers have them.


def decorated(request, page):
    links = [
        "</style.css>; rel=preload; as=style",
        f'<{request.base}{request.path}>; rel="self"',
        "</openapi.json>; rel=service-desc",
    ]
    return Answer({"items": plain(request, page), "total": page.total}, headers={"Link": links})


def with_total(request, page):
    return {"items": plain(request, page), "total": page.total}


def words(request, page):
    return {"results": [row_name(number) for number in page.rows], "total": page.total}


def ending(request, page):
    end = page.offset + len(page.rows)
    return {"rows": plain(request, page), "end": end, "total": page.total}


def continued(request, page):
    body = {"query": {"pages": plain(request, page)}}
    if page.has_next:
        body["continue"] = {"after": cursor_at(page.rows[-1]), "continue": "after||&=%"}
    return body


def widgets(request, page):
    rows = plain(request, page)
    return {"page": page.number, **({"widgets": rows} if rows else {})}


def header_token(request, page):
    headers = {"X-Next-Cursor": cursor_at(page.rows[-1])} if page.has_next else {}
    return Answer(plain(request, page), headers=headers)


def header_url(request, page):
    url = f"{request.base}{request.path}?page={page.number + 1}"
    return Answer(plain(request, page), headers={"X-Next-Url": url} if page.has_next else {})


def capped(request, rows):
    page = by_offset(request, rows)
    return Page(rows, page.offset, min(page.size, 50))


def by_other_number(request, rows):
    return Page(rows, (positive(request.parameters, "p", 1) - 1) * 20, 20)


def by_start(request, rows):
    start = request.parameters.get("from", "0")
    return Page(rows, int(start) if re.fullmatch("[0-9]{1,9}", start) else 0, 20)


def by_two_values(request, rows):
    after = request.parameters.get("after")
    if (after is None) != (request.parameters.get("continue") != "after||&=%"):
        raise ValueError("after and continue belong together")
    return Page(rows, offset_after(after, rows), 20)


def by_cursor_of_header(request, rows):
    return Page(rows, offset_after(request.parameters.get("cursor"), rows), 20)


def by_range(request, rows):
    match = re.fullmatch("(?:items=)?([0-9]{1,9})-([0-9]{1,9})", request.headers.get("range", "0-19"))
    if not match or int(match[2]) < int(match[1]):
        raise ValueError("bad range")
    return Page(rows, int(match[1]), min(int(match[2]) - int(match[1]) + 1, 100))


def in_range(unit, is_counted):
    def show(request, page):
        total = page.total if is_counted else "*"
        if page.offset >= page.total:
            return Answer({}, 416, headers={"Content-Range": f"{unit}*/{total}"})
        end = page.offset + len(page.rows) - 1
        headers = {"Content-Range": f"{unit}{page.offset}-{end}/{total}"}
        return Answer(plain(request, page), 206, headers=headers)

    return show


def tagged(request, page):
    body = with_total(request, page)
    tag = f'"{sum(page.rows)}-{page.total}"'
    if "dated" in request.parameters:
        # The date is as old as the list is long.
        tag = f"Mon, 02 Jan 2006 15:{page.total // 60:02}:{page.total % 60:02} GMT"
    asked, given = ("if-modified-since", "Last-Modified") if "dated" in request.parameters else ("if-none-match", "ETag")
    headers = {given: tag}
    if "secret" in request.parameters:
        headers["Cache-Control"] = "private, no-store"
    if request.headers.get(asked) == tag:
        return Answer("", 304, headers=headers)
    return Answer(body, headers=headers)


def found_links(request, page):
    parameters = {**request.parameters, "page": page.number + 1}
    url = f"{request.base}{request.path}?{urlencode(parameters)}"
    return {"items": plain(request, page), "next": url if page.has_next else None}


def echoed(request, page):
    """Every text in a request, decoded as strictly as Python can, and its bytes in hexadecimal."""

    def texts(place, value):
        if isinstance(value, dict):
            return [found for key in value for found in texts(f"{place}.{key}", value[key])]
        return [(place, value)] if isinstance(value, str) else []

    parts = [unquote(part, errors="strict") for part in request.path.split("/")]
    found = [(f"path {index}", part) for index, part in enumerate(parts)]
    if request.query:
        found += parse_qsl(
            request.query, keep_blank_values=True, strict_parsing=True, errors="strict")
    found += texts("body", json.loads(request.body or "null"))
    if "x-query" in request.headers:
        # The library reads header fields as Latin-1, whatever they are.
        found += [("x-query", request.headers["x-query"].encode("latin-1").decode())]
    rows = [
        {"id": index, "place": place, "hex": text.encode().hex()}
        for index, (place, text) in enumerate(found)
    ]
    return {"rows": rows}


def by_zero(request, rows):
    number = request.parameters.get("page", "0")
    if not re.fullmatch("[0-9]{1,9}", number):
        raise ValueError("page must be a number")
    return Page(rows, int(number) * 20, 20)


def zero(request, page):
    numbers = {"number": page.number - 1, "totalElements": page.total}
    return {"content": plain(request, page), "page": numbers}


def by_continuation(request, rows):
    return Page(rows, offset_after(request.parameters.get("continuationToken"), rows), 20)


def continuation(request, page):
    headers = {"X-MS-ContinuationToken": cursor_at(page.rows[-1])} if page.has_next else {}
    return Answer(plain(request, page), headers=headers)


def by_start_cursor(request, rows):
    if set(request.parameters) - {"start_cursor"}:
        raise ValueError("unknown parameter")
    return Page(rows, offset_after(request.parameters.get("start_cursor"), rows), 20)


def strict(request, page):
    token = cursor_at(page.rows[-1]) if page.has_next else None
    return {"results": plain(request, page), "next_cursor": token}


def by_last_id(request, rows):
    last = request.parameters.get("starting_after")
    return Page(rows, rows.index(int(last)) + 1 if last else 0, 20)


def charges(request, page):
    return {"data": plain(request, page), "has_more": page.has_next}


def absent_end(request, page):
    cursor = {"meta": {"next_cursor": cursor_at(page.rows[-1])}} if page.rows else {"meta": {}}
    return {"data": plain(request, page), **cursor} if page.rows else cursor


def by_strict_number(request, rows):
    page = by_number("per_page", 20)(request, rows)
    if page.offset > 0 and not page.rows:
        raise ValueError("there is no such page")
    return page


def by_path(request, rows):
    number = int(request.path.rsplit("/", 1)[1])
    return Page(rows, (max(1, number) - 1) * 20, 20)


def by_field(request, rows):
    return Page(rows, offset_after(request.headers.get("x-cursor"), rows), 20)


def by_odd_names(request, rows):
    size = size_in(request.parameters, "page[size]", 20)
    return Page(rows, (positive(request.parameters, "page[number]", 1) - 1) * size, size)


def by_body(name, size_name, position):
    """Pages by the body of a POST request; `position` reads what is in it under `name`."""

    def find(request, rows):
        body = json.loads(request.body)
        cursor = body.get(name)
        offset = 0 if cursor is None else rows.index(position(cursor)) + 1
        return Page(rows, offset, body.get(size_name, 20))

    return find


def searched(request, page):
    cursor = page.rows[-1] if page.has_next else None
    return {"results": plain(request, page), "next_cursor": cursor}


def hits(request, page):
    rows = [{"_id": str(n), "_source": {"name": row_name(n)}, "sort": [n, "x"]} for n in page.rows]
    return {"hits": {"total": {"value": page.total}, "hits": rows}}


def scanned(request, page):
    key = {"LastEvaluatedKey": {"id": {"N": str(page.rows[-1])}}} if page.has_next else {}
    return {"Items": plain(request, page), "Count": len(page.rows), **key}


ERROR = {"error": {"code": 105, "info": "No key was given."}}
REFUSAL = {"status": "fail", "message": "The quota is used up.", "items": []}

ODD = {
    "html": lambda request, page: Answer(HTML, type="text/html"),
    "empty": lambda request, page: "",
    "truncated": lambda request, page: json.dumps(people(request, page))[:-20],
    "no-rows": lambda request, page: {"ok": True, "version": "1"},
    "no-id": lambda request, page: {"next": None, "results": [{"colour": "red"}] * 3},
    "not-paged": lambda request, page: {"items": plain(request, page)},
    "wrong-type": wrong_type,
    "same-cursor": same_cursor,
    "terminal": terminal,
    "foreign-next": lambda request, page: people(request, page, next=FOREIGN),
}


def ten_rows(request, rows):
    return Page(list(range(1, 11)), 0, 10)


# How each route finds a page and shows it.
ROUTES = {
    "GET /people": (by_number("limit", 10), people),
    "GET /items": (by_number("size", 20), items),
    "GET /products": (by_number("limit", 12), products),
    "GET /private": (by_number("size", 20), items),
    "GET /search/repositories": (by_github, repositories),
    "GET /offset": (by_offset, offset_page),
    "GET /token": (by_token, token_page),
    "GET /linked": (by_number("per_page", 20), linked),
    "GET /counted": (by_number("per_page", 20), counted),
    "GET /pages": (by_number("per_page", 20), pages),
    "GET /timeline": (by_id, plain),
    "GET /plain": (by_number("per_page", 30), plain),
    "GET /home": (by_cursor, home),
    "POST /graphql": (by_variables, graphql),
    "GET /as/decorated": (by_number("per_page", 20), decorated),
    "GET /as/capped": (capped, plain),
    "GET /as/ignoring": (by_other_number, with_total),
    "GET /as/ending": (by_start, ending),
    "GET /as/continued": (by_two_values, continued),
    "GET /as/ranged": (by_range, in_range("items ", True)),
    "GET /as/uncounted": (by_range, in_range("", False)),
    "GET /as/zero": (by_zero, zero),
    "GET /as/silent-zero": (by_zero, with_total),
    "GET /as/continuation": (by_continuation, continuation),
    "GET /as/strict": (by_start_cursor, strict),
    "GET /as/charges": (by_last_id, charges),
    "GET /as/absent-end": (by_cursor_of_header, absent_end),
    "GET /as/strict-pages": (by_strict_number, with_total),
    "GET /as/tagged": (by_number("per_page", 20), tagged),
    "GET /as/found": (by_query(by_number("per_page", 20)), tagged),
    "GET /as/found-offset": (by_query(by_offset), offset_page),
    "GET /as/found-links": (by_query(by_number("per_page", 20)), found_links),
    "GET /as/echo": (lambda request, rows: Page(rows, 0, 1), echoed),
    "POST /as/echo": (lambda request, rows: Page(rows, 0, 1), echoed),
    "GET /as/page": (by_path, with_total),
    "GET /as/asked": (by_field, header_token),
    "GET /as/odd-names": (by_odd_names, with_total),
    "POST /as/search": (by_body("cursor", "limit", int), searched),
    "POST /as/hits": (by_body("search_after", "size", lambda values: values[0]), hits),
    "POST /as/scan": (by_body("ExclusiveStartKey", "Limit", lambda key: int(key["id"]["N"])), scanned),
    "GET /as/words": (by_number("per_page", 20), words),
    "GET /as/widgets": (by_number("per_page", 20), widgets),
    "GET /as/header-token": (by_cursor_of_header, header_token),
    "GET /as/header-url": (by_number("per_page", 20), header_url),
    "GET /as/erring": (by_number("per_page", 20), lambda request, page: ERROR),
    "GET /as/refusing": (by_number("per_page", 20), lambda request, page: REFUSAL),
    **{f"GET /odd/{name}": (ten_rows, show) for name, show in ODD.items()},
}


class Notes:
    """Notes by id: POST /notes, PUT, PATCH and DELETE /notes/ID, POST /notes/ID/like.

    An edit with an Idempotency-Key that was carried out before gets its answer again. /notes-moved redirects
    to /notes with the status in its query. A note without a text is refused with 422.
    """

    def __init__(self):
        self.notes = {1: {"id": 1, "text": "Buy bread"}, 2: {"id": 2, "text": "Sleep"}}
        self.answers = {}

    def answer(self, request):
        key = request.headers.get("idempotency-key")
        if key is None or key not in self.answers:
            answer = self.carry_out(request.method, request.path.split("/")[2:], request.body)
            if key is None or answer.status >= 300:
                return answer
            self.answers[key] = answer
        return self.answers[key]

    def carry_out(self, method, parts, body):
        number = int(parts[0]) if parts and parts[0].isdigit() else None
        note = json.loads(body) if body else {}
        if (method, parts) == ("GET", []):
            return Answer({"results": list(self.notes.values()), "next": None})
        if (method, parts) == ("POST", []):
            note["id"] = number = max(self.notes, default=0) + 1
        elif number not in self.notes:
            return Answer({"detail": "no such note"}, 404)
        elif method == "DELETE":
            del self.notes[number]
            return Answer("", 204)
        elif (method, parts[1:]) == ("POST", ["like"]):
            likes = self.notes[number]["likes"] = self.notes[number].get("likes", 0) + 1
            return Answer({"likes": likes})
        elif method == "PATCH":
            note = {**self.notes[number], **note}
        elif method != "PUT":
            return Answer({"detail": "not allowed"}, 405)
        if not note.get("text"):
            return Answer({"detail": "a note needs a text"}, 422)
        self.notes[number] = note
        return Answer(note, 201 if method == "POST" else 200)


class Feed:
    """The rows, the planned failures and the log; one request at a time."""

    def __init__(self, count):
        self.lock = threading.Lock()
        self.count = count
        self.connections = self.accepted = 0
        self.reset()

    def reset(self):
        self.rows = list(range(1, self.count + 1))
        self.notes = Notes()
        self.newest = self.count
        self.failures = []
        self.log = []
        self.busy = self.gone = self.sent = 0

    def tally(self, **changes):
        with self.lock:
            for name, change in changes.items():
                setattr(self, name, getattr(self, name) + change)

    def answer(self, request):
        """An `Answer`, or its body alone."""
        with self.lock:
            if request.path == "/_log":
                return list(self.log)
            if request.path == "/_state":
                return {
                    "busy": self.busy,
                    "gone": self.gone,
                    "sent": self.sent,
                    "connections": self.connections,
                    "accepted": self.accepted,
                }
            if request.path == "/_control":
                try:
                    return self.control(**json.loads(request.body or ""))
                except (TypeError, ValueError) as error:
                    return Answer({"detail": str(error)}, 400)
            self.log.append(request._asdict())
            number, answer = self.page(request)
            return self.failure(request.path, number, answer) or answer

    def page(self, request):
        """The number of the page asked for, if it is one, and the answer."""
        if request.path == "/notes-moved":
            return None, Answer("", int(request.query), headers={"Location": "/notes"})
        if re.match("/notes(/|$)", request.path):
            return None, self.notes.answer(request)
        path = re.sub("(?<=/as/page)/[0-9]{1,9}$|(?<=/as/echo)/.*", "", request.path)
        find, show = ROUTES.get(f"{request.method} {path}", (None, None))
        if find is None:
            return None, Answer({"detail": "not found"}, 404)
        token = request.headers.get("authorization")
        if request.path == "/private" and token != "Bearer letmein":
            headers = {"WWW-Authenticate": "Bearer"}
            return None, Answer({"detail": "unauthorized"}, 401, headers=headers)
        try:
            page = find(request, self.rows)
        except TooFar as error:
            return None, Answer({"message": str(error)}, 422)
        except (AttributeError, TypeError, ValueError) as error:
            if request.path == "/graphql":
                return None, {"data": None, "errors": [{"message": str(error)}]}
            return None, Answer({"detail": str(error)}, 400)
        return page.number, show(request, page)

    def failure(self, path, page, answer):
        for failure in self.failures:
            if failure.times > 0 and failure.path == path and failure.page in (None, page):
                failure.times -= 1
                return failure.answer(answer)
        return None

    def control(self, reset=False, remove=0, insert=0, delete=(), add=(), fail=None):
        failures = [] if fail is None else [Failure(**fail)]
        if remove < 0 or insert < 0:
            raise ValueError("remove and insert must not be negative")
        if reset:
            self.reset()
        new = range(self.newest + insert, self.newest, -1)
        self.rows = [*new, *self.rows[remove:]]
        self.newest += insert
        self.rows = [row for row in self.rows if row not in delete]
        for index in add:
            self.newest += 1
            self.rows.insert(index, self.newest)
        self.failures += failures
        return {"rows": len(self.rows)}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def handle(self):
        self.server.feed.tally(connections=1, accepted=1)
        try:
            super().handle()
        finally:
            self.server.feed.tally(connections=-1)

    def do_GET(self):
        length = int(self.headers.get("Content-Length", 0))
        body = self.rfile.read(length).decode(errors="replace") if length else None
        headers = {name.lower(): value for name, value in self.headers.items()}
        path, _, query = self.path.partition("?")
        answer = self.server.feed.answer(Request(self.command, path, query, body, headers))
        answer = answer if isinstance(answer, Answer) else Answer(answer)
        if answer.wire:
            self.misbehave(answer)
        else:
            self.send(answer, answer.data)

    do_POST = do_PUT = do_PATCH = do_DELETE = do_GET

    def send(self, answer, data, length=None, **headers):
        self.send_response(answer.status)
        self.send_header("Content-Type", answer.type)
        self.send_header("Content-Length", str(len(data) if length is None else length))
        for name, values in {**headers, **(answer.headers or {})}.items():
            for value in values if isinstance(values, list) else [values]:
                self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(data)

    # Answers that are not as they should be.

    def misbehave(self, answer):
        self.server.feed.tally(busy=1)
        try:
            getattr(self, answer.wire.replace("-", "_"))(answer, answer.data)
        except OSError:
            self.server.feed.tally(gone=1)
            self.close_connection = True
        finally:
            self.server.feed.tally(busy=-1)

    def reset(self, answer, data):
        self.send(answer, data[: len(data) // 2], len(data))
        # With no time to linger the close is a reset.
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        os.close(self.connection.detach())
        self.close_connection = True

    def close(self, answer, data):
        self.send(answer, data[: len(data) // 2], len(data))
        self.close_connection = True

    def reset_before(self, answer, data):
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        os.close(self.connection.detach())
        self.close_connection = True

    def close_before(self, answer, data):
        self.close_connection = True

    def not_http(self, answer, data):
        self.wfile.write(b"SSH-2.0-OpenSSH_9.2\r\n")
        self.close_connection = True

    def no_utf8(self, answer, data):
        self.send(answer, data.replace(b"Row", b"\xff\xfe", 1))

    def length_less(self, answer, data):
        self.send(answer, data, len(data) // 2)
        self.close_connection = True

    def truncated(self, answer, data):
        self.send(answer, data[: len(data) // 2])

    def hang(self, answer, data):
        self.wait()

    def drip(self, answer, data):
        self.send(answer, b"", len(data))
        for byte in data[:-1]:
            self.wfile.write(bytes([byte]))
            self.wait(0.05)
        self.wait()

    def endless(self, answer, data):
        self.send(answer, data, 1 << 40)
        self.server.feed.sent = 0
        while True:
            # Without a pause curl would read on and on, if this is faster than it, and never
            # come to give up.
            self.wait(0.001)
            self.wfile.write(b" " * 65536)
            self.server.feed.tally(sent=65536)

    def gzip(self, answer, data):
        self.send(answer, gzip.compress(data), Content_Encoding="gzip")

    def gzip_cut(self, answer, data):
        packed = gzip.compress(data)
        self.send(answer, packed[: len(packed) // 2], Content_Encoding="gzip")

    def gzip_bomb(self, answer, data):
        self.send(answer, gzip.compress(data + b" " * (64 << 20)), Content_Encoding="gzip")

    def wait(self, seconds=None):
        """Waits for so long, or for good; an error when the client goes away."""
        if select.select([self.connection], [], [], seconds)[0] and not self.connection.recv(1):
            raise ConnectionResetError

    def log_message(self, format, *arguments):
        pass


class Server(ThreadingHTTPServer):
    request_queue_size = 128

    def handle_error(self, request, client_address):
        # A client may well go away in the middle of an answer.
        if not isinstance(sys.exc_info()[1], (ConnectionError, ssl.SSLError)):
            super().handle_error(request, client_address)


def secured(plain):
    """Wraps a listening socket in TLS. Its certificate is signed by itself."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    with tempfile.NamedTemporaryFile() as file:
        subprocess.run(
            ["openssl", "req", "-x509", "-nodes", "-newkey", "rsa:2048", "-subj", "/CN=127.0.0.1",
             "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", file.name, "-out", file.name],
            check=True, capture_output=True)
        context.load_cert_chain(file.name)
    # The handshake belongs to the thread of the connection.
    return context.wrap_socket(plain, server_side=True, do_handshake_on_connect=False)


def main():
    parser = argparse.ArgumentParser(description="Serves paged feeds, for tests.")
    parser.add_argument("--port", type=int, default=0, help="0 picks a free one")
    parser.add_argument("--count", type=int, default=82, help="how many rows there are")
    parser.add_argument("--secure", action="store_true", help="speak TLS")
    arguments = parser.parse_args()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: sys.exit(0))
    server = Server(("127.0.0.1", arguments.port), Handler)
    server.feed = Feed(arguments.count)
    if arguments.secure:
        server.socket = secured(server.socket)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    scheme = "https" if arguments.secure else "http"
    print(json.dumps({"base": f"{scheme}://127.0.0.1:{server.server_port}"}), flush=True)
    while os.read(sys.stdin.fileno(), 4096):
        pass


if __name__ == "__main__":
    main()
