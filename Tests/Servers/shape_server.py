"""Lists as public APIs page them, each read by nothing but its URL, for tests.

    python3 shape_server.py [--port 0]

Prints one line, {"base": "http://127.0.0.1:PORT"}, then serves until its standard input ends.

GET /NAME/COUNT/... is a list of COUNT rows in the shape of the API that has the name; each row has its place in
"position". What a request of the API may be is what this server takes: an unknown parameter is ignored or refused as
it is there, and so is a page behind the last one. GET /_shapes is [[name, rest of the path], ...] in order,
GET /_count the number of requests since the last look, without those that begin with _.
"""

import argparse, base64, json, sys, threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

SHAPES = {}


def shape(name, rest):
    def add(function):
        SHAPES[name] = (rest, function)
        return function

    return add


class Refusal(Exception):
    """A status, and the body that comes with it."""


class Request:
    """A request for a list of `count` rows."""

    def __init__(self, base, path, query, headers, count):
        self.url, self.q = base + path, dict(parse_qsl(query, keep_blank_values=True))
        self.headers, self.count, self.sent = headers, count, {}
        self.root = base

    def number(self, name, default=0):
        text = self.q.get(name, default)
        try:
            return int(text)
        except ValueError:
            raise Refusal(400, {"message": f"{name} is no number"})

    def rows(self, start, size, make=lambda k: {"id": k}):
        """The rows from a place on, each made from its number, which counts from 1."""
        rows = []
        for k in range(start + 1, min(start + size, self.count) + 1) if start >= 0 else []:
            row = make(k)
            rows.append({**row, "position": k} if isinstance(row, dict) else row)
        return rows

    def page(self, page, size, first=1, make=lambda k: {"id": k}):
        """The number of a page, the number of pages, and the page's rows."""
        number = self.number(page, first)
        if number < first:
            raise Refusal(400, {"message": f"{page} is too low"})
        return number, -(-self.count // size), self.rows((number - first) * size, size, make)

    def more(self, start, size):
        """Whether rows follow a page."""
        return start + size < self.count

    def link(self, **values):
        return self.url + "?" + urlencode({**self.q, **values})

    def token(self, name, *, empty=""):
        """The place that an opaque token names."""
        text = self.q.get(name, empty)
        if text == empty:
            return 0
        try:
            return int(base64.urlsafe_b64decode(text.encode()).decode().removeprefix("at:"))
        except ValueError:
            raise Refusal(400, {"message": f"{name} is no token"})


def token(place):
    return base64.urlsafe_b64encode(f"at:{place}".encode()).decode()


def key(number):
    """An id of letters, as many APIs have them; in order."""
    return f"k{number:06}"


def place(text):
    """The number in such an id; 0 for none."""
    return int(text[1:]) if text[:1] == "k" and text[1:].isdigit() else 0


# Links


@shape("pokeapi", "pokemon")
def _(r):
    start = r.number("offset")
    return {
        "count": r.count,
        "next": r.link(offset=start + 20, limit=20) if r.more(start, 20) else None,
        "previous": None,
        "results": r.rows(start, 20, lambda k: {"name": f"p{k}", "url": f"{r.url}/{k}/"}),
    }


@shape("gitlab-link", "projects?per_page=20")
def _(r):
    page, pages, rows = r.page("page", 20)
    r.sent = {"X-Page": page, "X-Total": r.count, "X-Next-Page": page + 1 if page < pages else "", "X-Total-Pages": pages}
    links = [f'<{r.link(page=1)}>; rel="first"']
    if page < pages:
        links.append(f'<{r.link(page=page + 1)}>; rel="next"')
    r.sent["Link"] = ", ".join(links)
    return rows


@shape("gitlab-keyset", "projects?pagination=keyset&per_page=20&order_by=id")
def _(r):
    start = r.number("cursor")
    if r.more(start, 20):
        r.sent["Link"] = f'<{r.link(cursor=start + 20)}>; rel="next"'
    return r.rows(start, 20)


@shape("gitlab-next-page", "issues?per_page=20")
def _(r):
    page, pages, rows = r.page("page", 20)
    r.sent = {"X-Page": page, "X-Per-Page": 20, "X-Next-Page": page + 1 if page < pages else ""}
    return rows


@shape("mastodon-link", "timelines/public?limit=20")
def _(r):
    start = r.number("max_id", r.count + 1)
    rows = r.rows(r.count + 1 - start, 20, lambda k: {"id": str(r.count + 1 - k)})
    if rows:
        r.sent["Link"] = f'<{r.link(max_id=rows[-1]["id"])}>; rel="next", <{r.link(min_id=rows[0]["id"])}>; rel="prev"'
    return rows


@shape("shopify", "products.json?limit=20")
def _(r):
    start = r.token("page_info")
    if r.more(start, 20):
        r.sent["Link"] = f'<{r.url}?limit=20&page_info={token(start + 20)}>; rel="next"'
    return {"products": r.rows(start, 20)}


@shape("zendesk", "tickets.json")
def _(r):
    start = r.token("page[after]")
    return {
        "tickets": r.rows(start, 20),
        "meta": {"has_more": r.more(start, 20), "after_cursor": token(start + 20), "before_cursor": token(start)},
        "links": {"prev": None, "next": r.link(**{"page[after]": token(start + 20)}) if r.more(start, 20) else None},
    }


@shape("facebook", "me/posts?limit=20")
def _(r):
    start = r.token("after")
    rows = r.rows(start, 20, lambda k: {"id": f"1_{k}", "message": "m"})
    paging = {"cursors": {"before": token(start), "after": token(start + 20)}}
    if r.more(start, 20):
        paging["next"] = r.link(after=token(start + 20))
    return {"data": rows, "paging": paging} if rows else {"data": []}


@shape("spotify", "playlists/1/tracks?limit=20")
def _(r):
    start = r.number("offset")
    return {
        "href": r.url,
        "items": r.rows(start, 20, lambda k: {"added_at": "2020", "track": {"id": f"t{k}", "name": f"T{k}"}}),
        "limit": 20,
        "next": r.link(offset=start + 20) if r.more(start, 20) else None,
        "offset": start,
        "previous": None,
        "total": r.count,
    }


@shape("laravel", "posts")
def _(r):
    page, pages, rows = r.page("page", 20)
    link = lambda p: r.link(page=p) if 1 <= p <= max(pages, 1) else None
    return {
        "data": rows,
        "links": {"first": link(1), "last": link(max(pages, 1)), "prev": link(page - 1), "next": link(page + 1)},
        "meta": {
            "current_page": page, "from": 1 if rows else None, "last_page": max(pages, 1),
            "links": [{"url": None, "label": "Previous", "active": False}]
            + [{"url": link(p), "label": str(p), "active": p == page} for p in range(1, max(pages, 1) + 1)]
            + [{"url": link(page + 1), "label": "Next", "active": False}],
            "path": r.url, "per_page": 20, "to": len(rows) or None, "total": r.count,
        },
    }  # fmt: skip


@shape("jsonapi-cursor", "articles?page[size]=20&include=author")
def _(r):
    start = r.token("page[after]")
    rows = r.rows(start, 20, lambda k: {"type": "articles", "id": str(k), "attributes": {"title": f"A{k}"}})
    return {
        "data": rows,
        "included": [{"type": "people", "id": str(k)} for k in range(1, 31)],
        "links": {"prev": None, "next": r.link(**{"page[after]": token(start + 20)}) if r.more(start, 20) else None},
    }


@shape("odata-next", "People")
def _(r):
    start = r.number("$skiptoken")
    rows = r.rows(start, 20, lambda k: {"UserName": f"u{k}", "FirstName": "F"})
    answer = {"@odata.context": f"{r.root}/$metadata#People", "value": rows}
    if r.more(start, 20):
        answer["@odata.nextLink"] = r.link(**{"$skiptoken": start + 20})
    return answer


@shape("odata-2", "Products?$format=json")
def _(r):
    start = r.number("$skiptoken")
    rows = r.rows(start, 20, lambda k: {"__metadata": {"uri": f"{r.url}({k})"}, "ID": k, "Name": f"N{k}"})
    answer = {"d": {"results": rows}}
    if r.more(start, 20):
        answer["d"]["__next"] = r.link(**{"$skiptoken": start + 20})
    return answer


@shape("spring-paged-model", "api/books")
def _(r):
    page, pages, rows = r.page("page", 20, 0, lambda k: {"id": k, "title": f"B{k}"})
    links = {"self": {"href": r.link(page=page)}}
    if page + 1 < pages:
        links["next"] = {"href": r.link(page=page + 1)}
    answer = {"_links": links, "page": {"size": 20, "totalElements": r.count, "totalPages": pages, "number": page}}
    return {"_embedded": {"books": rows}, **answer} if rows else answer


@shape("spring-data-rest", "people")
def _(r):
    page, pages, rows = r.page(
        "page", 20, 0, lambda k: {"firstName": "F", "age": k % 7, "_links": {"self": {"href": f"{r.url}/{k}"}}}
    )
    links = {"self": {"href": r.url}, "profile": {"href": r.root + "/profile"}}
    if page + 1 < pages:
        links["next"] = {"href": r.link(page=page + 1)}
    numbers = {"size": 20, "totalElements": r.count, "totalPages": pages, "number": page}
    return {"_embedded": {"people": rows}, "_links": links, "page": numbers}


@shape("salesforce", "query?q=SELECT+Id+FROM+Account")
def _(r):
    start = r.number("from")
    attributes = lambda k: {"attributes": {"type": "Account", "url": f"/sobjects/{key(k)}"}, "Id": key(k), "Name": "N"}
    answer = {"totalSize": r.count, "done": not r.more(start, 20), "records": r.rows(start, 20, attributes)}
    if r.more(start, 20):
        answer["nextRecordsUrl"] = urlsplit(r.url).path + f"?from={start + 20}"
    return answer


@shape("asana", "tasks?limit=20")
def _(r):
    start = r.token("offset")
    after = token(start + 20)
    path = {"offset": after, "path": f"/tasks?limit=20&offset={after}", "uri": r.link(offset=after)}
    rows = r.rows(start, 20, lambda k: {"gid": str(k), "name": f"T{k}", "resource_type": "task"})
    return {"data": rows, "next_page": path if r.more(start, 20) else None}


@shape("azure-arm", "subscriptions/1/resources?api-version=2021-04-01")
def _(r):
    start = r.token("$skiptoken")
    rows = r.rows(start, 20, lambda k: {"id": f"/subscriptions/1/r{k}", "name": f"r{k}", "type": "x", "tags": {}})
    link = {"nextLink": r.link(**{"$skiptoken": token(start + 20)})} if r.more(start, 20) else {}
    return {"value": rows, **link}


@shape("discourse", "latest.json")
def _(r):
    page, pages, rows = r.page("page", 20, 0, lambda k: {"id": k, "title": f"T{k}", "posters": []})
    topics = {"can_create_topic": False, "per_page": 20, "top_tags": ["a", "b"], "topics": rows}
    if page + 1 < pages:
        topics["more_topics_url"] = urlsplit(r.url).path + f"?page={page + 1}"
    return {"users": [{"id": k, "username": f"u{k}"} for k in range(1, min(25, r.count) + 1)], "primary_groups": [], "topic_list": topics}


@shape("paypal", "invoices?page_size=20&page=1&total_required=true")
def _(r):
    page, pages, rows = r.page("page", 20, 1, lambda k: {"id": f"INV-{k}", "status": "PAID"})
    links = [{"href": r.url, "rel": "self", "method": "GET"}]
    if page < pages:
        links.append({"href": r.link(page=page + 1), "rel": "next", "method": "GET"})
    return {"total_items": r.count, "total_pages": pages, "items": rows, "links": links}


@shape("fhir", "Patient?_count=20")
def _(r):
    start = r.token("_page")
    entry = lambda k: {
        "fullUrl": f"{r.url}/{k}", "resource": {"resourceType": "Patient", "id": f"p{k}", "active": True},
        "search": {"mode": "match"},
    }  # fmt: skip
    links = [{"relation": "self", "url": r.link()}]
    if r.more(start, 20):
        links.append({"relation": "next", "url": r.link(_page=token(start + 20))})
    answer = {"resourceType": "Bundle", "type": "searchset", "total": r.count, "link": links}
    rows = r.rows(start, 20, entry)
    return {**answer, "entry": rows} if rows else answer


@shape("confluence", "rest/api/content?limit=20")
def _(r):
    start = r.number("start")
    links = {"base": r.root, "context": "", "self": r.url}
    if r.more(start, 20):
        links["next"] = urlsplit(r.url).path + f"?limit=20&start={start + 20}"
    rows = r.rows(start, 20, lambda k: {"id": str(k), "type": "page", "title": f"T{k}"})
    return {"results": rows, "start": start, "limit": 20, "size": len(rows), "_links": links}


@shape("docker-catalog", "v2/_catalog?n=20")
def _(r):
    start = place(r.q.get("last", ""))
    if r.more(start, 20):
        r.sent["Link"] = f'<{urlsplit(r.url).path}?n=20&last={key(start + 20)}>; rel="next"'
    return {"repositories": r.rows(start, 20, key)}


# Tokens


@shape("slack-list", "conversations.list?limit=20")
def _(r):
    start = r.token("cursor")
    rows = r.rows(start, 20, lambda k: {"id": f"C{k}", "name": f"c{k}"})
    after = token(start + 20) if r.more(start, 20) else ""
    return {"ok": True, "channels": rows, "response_metadata": {"next_cursor": after}}


@shape("slack-history", "conversations.history?channel=C1&limit=20")
def _(r):
    start = r.token("cursor")
    rows = r.rows(start, 20, lambda k: {"type": "message", "user": f"U{k % 3}", "text": f"t{k % 9}", "ts": f"15.{k:06}"})
    answer = {"ok": True, "messages": rows, "has_more": r.more(start, 20), "pin_count": 0}
    if r.more(start, 20):
        answer["response_metadata"] = {"next_cursor": token(start + 20)}
    return answer


@shape("jira-token", "rest/api/3/search/jql?jql=x&maxResults=20")
def _(r):
    start = r.token("nextPageToken")
    answer = {"issues": r.rows(start, 20, lambda k: {"id": str(k), "key": f"P-{k}"}), "isLast": not r.more(start, 20)}
    return {**answer, "nextPageToken": token(start + 20)} if r.more(start, 20) else answer


@shape("jira-boards", "rest/agile/1.0/board?maxResults=20")
def _(r):
    start = r.number("startAt")
    rows = r.rows(start, 20, lambda k: {"id": k, "name": f"B{k}"})
    return {"maxResults": 20, "startAt": start, "isLast": not r.more(start, 20), "values": rows}


@shape("jira-start", "rest/api/2/search?maxResults=20")
def _(r):
    start = r.number("startAt")
    rows = r.rows(start, 20, lambda k: {"id": str(k), "key": f"P-{k}", "fields": {}})
    return {"expand": "names", "startAt": start, "maxResults": 20, "total": r.count, "issues": rows}


@shape("hubspot", "crm/v3/objects/contacts?limit=20")
def _(r):
    start = r.number("after")
    rows = r.rows(start, 20, lambda k: {"id": str(k), "properties": {"firstname": "F"}, "archived": False})
    link = f"{r.url}?limit=20&after={start + 20}"
    return {"results": rows, **({"paging": {"next": {"after": str(start + 20), "link": link}}} if r.more(start, 20) else {})}


@shape("firestore", "documents/items?pageSize=20")
def _(r):
    start = r.token("pageToken")
    rows = r.rows(start, 20, lambda k: {"name": f"projects/p/documents/items/{k}", "fields": {}})
    answer = {"documents": rows} if rows else {}
    return {**answer, "nextPageToken": token(start + 20)} if r.more(start, 20) else answer


@shape("youtube", "youtube/v3/search?part=snippet&maxResults=20")
def _(r):
    start = r.token("pageToken")
    rows = r.rows(start, 20, lambda k: {"kind": "youtube#searchResult", "etag": f"e{k}", "id": {"kind": "youtube#video", "videoId": f"v{k}"}})
    answer = {"kind": "youtube#searchListResponse", "etag": "x", "regionCode": "US", "pageInfo": {"totalResults": 1_000_000, "resultsPerPage": 20}}
    return {**answer, "items": rows, **({"nextPageToken": token(start + 20)} if r.more(start, 20) else {})}


@shape("google-drive", "drive/v3/files?pageSize=20")
def _(r):
    start = r.token("pageToken")
    rows = r.rows(start, 20, lambda k: {"kind": "drive#file", "id": f"f{k}", "name": f"F{k}", "mimeType": "x"})
    answer = {"kind": "drive#fileList", "incompleteSearch": False, "files": rows}
    return {"nextPageToken": token(start + 20), **answer} if r.more(start, 20) else answer


@shape("x-2", "2/users/1/tweets?max_results=20")
def _(r):
    start = r.token("pagination_token")
    rows = r.rows(start, 20, lambda k: {"id": str(k), "text": f"t{k}"})
    meta = {"result_count": len(rows), "newest_id": "1", "oldest_id": "2"} if rows else {"result_count": 0}
    if r.more(start, 20):
        meta["next_token"] = token(start + 20)
    return {"data": rows, "meta": meta} if rows else {"meta": meta}


@shape("notion", "v1/users?page_size=20")
def _(r):
    start = r.token("start_cursor")
    rows = r.rows(start, 20, lambda k: {"object": "user", "id": f"u-{k}", "name": f"N{k}"})
    after = token(start + 20) if r.more(start, 20) else None
    return {"object": "list", "results": rows, "next_cursor": after, "has_more": r.more(start, 20), "type": "user", "user": {}}


@shape("kubernetes", "api/v1/pods?limit=20")
def _(r):
    start = r.token("continue")
    rows = r.rows(start, 20, lambda k: {"metadata": {"name": f"pod-{k}", "uid": f"uid-{k}"}, "spec": {}})
    meta = {"resourceVersion": "7"}
    if r.more(start, 20):
        meta = {**meta, "continue": token(start + 20), "remainingItemCount": r.count - start - 20}
    return {"kind": "PodList", "apiVersion": "v1", "metadata": meta, "items": rows}


@shape("airtable", "v0/app/Table?pageSize=20")
def _(r):
    start = 0
    if "offset" in r.q:
        if "/" not in r.q["offset"]:
            raise Refusal(422, {"error": "LIST_RECORDS_ITERATOR_NOT_AVAILABLE"})
        start = int(r.q["offset"].split("/")[1])
    rows = r.rows(start, 20, lambda k: {"id": f"rec{k}", "createdTime": "2020", "fields": {"Name": f"N{k}"}})
    return {"records": rows, **({"offset": f"itr/{start + 20}"} if r.more(start, 20) else {})}


@shape("mediawiki", "w/api.php?action=query&list=allpages&format=json&aplimit=20")
def _(r):
    start = place(r.q.get("apcontinue", ""))
    rows = r.rows(start, 20, lambda k: {"pageid": k, "ns": 0, "title": key(k)})
    answer = {"batchcomplete": "", "query": {"allpages": rows}}
    if r.more(start, 20):
        answer["continue"] = {"apcontinue": key(start + 20), "continue": "-||"}
    return answer


@shape("crossref", "works?rows=20&cursor=*")
def _(r):
    start = r.token("cursor", empty="*")
    rows = r.rows(start, 20, lambda k: {"DOI": f"10.1/{k}", "title": [f"T{k}"], "type": "article"})
    message = {"facets": {}, "total-results": r.count, "items": rows, "items-per-page": 20, "query": {"start-index": 0}}
    return {"status": "ok", "message-type": "work-list", "message": {**message, "next-cursor": token(start + len(rows))}}


@shape("twitch", "helix/streams?first=20")
def _(r):
    start = r.token("after")
    pagination = {"cursor": token(start + 20)} if r.more(start, 20) else {}
    return {"data": r.rows(start, 20, lambda k: {"id": str(k), "user_id": "1", "title": "t"}), "pagination": pagination}


@shape("aws-lambda", "2015-03-31/functions/?MaxItems=20")
def _(r):
    start = r.token("Marker")
    rows = r.rows(start, 20, lambda k: {"FunctionName": f"f{k}", "FunctionArn": f"arn:{k}", "Runtime": "x"})
    return {"Functions": rows, "NextMarker": token(start + 20) if r.more(start, 20) else None}


@shape("aws-events", "rules?Limit=20")
def _(r):
    start = r.token("NextToken")
    rows = r.rows(start, 20, lambda k: {"Name": f"r{k}", "Arn": f"arn:{k}", "State": "ENABLED"})
    return {"Rules": rows, **({"NextToken": token(start + 20)} if r.more(start, 20) else {})}


@shape("intercom", "contacts?per_page=20")
def _(r):
    start = r.token("starting_after")
    pages = {"type": "pages", "page": start // 20 + 1, "per_page": 20, "total_pages": -(-r.count // 20)}
    if r.more(start, 20):
        pages["next"] = {"page": start // 20 + 2, "starting_after": token(start + 20)}
    rows = r.rows(start, 20, lambda k: {"type": "contact", "id": f"c{k}", "email": "e"})
    return {"type": "list", "data": rows, "total_count": r.count, "pages": pages}


@shape("square", "v2/catalog/list?types=ITEM")
def _(r):
    start = r.token("cursor")
    rows = r.rows(start, 20, lambda k: {"type": "ITEM", "id": f"i{k}", "version": 1})
    answer = {"objects": rows} if rows else {}
    return {**answer, "cursor": token(start + 20)} if r.more(start, 20) else answer


@shape("zoom", "v2/users?page_size=20")
def _(r):
    start = r.token("next_page_token")
    rows = r.rows(start, 20, lambda k: {"id": f"z{k}", "first_name": "F", "email": "e"})
    numbers = {"page_count": -(-r.count // 20), "page_number": 1, "page_size": 20, "total_records": r.count}
    return {**numbers, "next_page_token": token(start + 20) if r.more(start, 20) else "", "users": rows}


@shape("matrix", "rooms/1/messages?dir=b&limit=20")
def _(r):
    start = r.token("from")
    rows = r.rows(start, 20, lambda k: {"event_id": f"$e{k}", "type": "m.room.message", "sender": "@a"})
    answer = {"start": token(start), "chunk": rows, "state": []}
    return {**answer, "end": token(start + 20)} if r.more(start, 20) else answer


@shape("bluesky", "xrpc/app.bsky.feed.getAuthorFeed?actor=a&limit=20")
def _(r):
    start = r.token("cursor")
    rows = r.rows(start, 20, lambda k: {"post": {"uri": f"at://a/{k}", "cid": f"b{k}", "record": {"text": f"t{k}"}}})
    return {"feed": rows, **({"cursor": token(start + 20)} if r.more(start, 20) else {})}


@shape("reddit", "r/swift/new.json?limit=20")
def _(r):
    start = place(r.q.get("after", "").removeprefix("t3_"))
    rows = r.rows(start, 20, lambda k: {"kind": "t3", "data": {"id": key(k), "name": f"t3_{key(k)}", "title": f"T{k}"}})
    after = f"t3_{key(start + 20)}" if r.more(start, 20) else None
    return {"kind": "Listing", "data": {"after": after, "dist": len(rows), "modhash": "", "children": rows, "before": None}}


@shape("contentful", "spaces/1/entries?limit=20")
def _(r):
    start = r.number("skip")
    rows = r.rows(start, 20, lambda k: {"sys": {"id": f"e{k}", "type": "Entry"}, "fields": {"title": f"T{k}"}})
    includes = {"Asset": [{"sys": {"id": f"a{k}", "type": "Asset"}} for k in range(30)]}
    return {"sys": {"type": "Array"}, "total": r.count, "skip": start, "limit": 20, "items": rows, "includes": includes}


@shape("lemmy", "api/v3/post/list?limit=20")
def _(r):
    start = r.token("page_cursor")
    rows = r.rows(start, 20, lambda k: {"post": {"id": k, "name": f"P{k}"}, "creator": {"id": k % 5, "name": "c"}})
    return {"posts": rows, **({"next_page": token(start + 20)} if r.more(start, 20) else {})}


# Numbers


@shape("algolia", "1/indexes/x?hitsPerPage=20")
def _(r):
    page, pages, rows = r.page("page", 20, 0, lambda k: {"objectID": f"o{k}", "name": f"N{k}"})
    return {"hits": rows, "nbHits": r.count, "page": page, "nbPages": pages, "hitsPerPage": 20, "query": ""}


@shape("tmdb", "3/movie/popular")
def _(r):
    page, pages, rows = r.page("page", 20, 1, lambda k: {"id": k, "title": f"M{k}", "genre_ids": [1, 2]})
    return {"page": page, "results": rows, "total_pages": pages, "total_results": r.count}


@shape("spring-page", "books")
def _(r):
    page, pages, rows = r.page("page", 20, 0)
    sort = {"empty": True, "sorted": False, "unsorted": True}
    pageable = {"pageNumber": page, "pageSize": 20, "sort": sort, "offset": page * 20, "paged": True, "unpaged": False}
    return {
        "content": rows, "pageable": pageable, "last": page + 1 >= pages, "totalElements": r.count, "totalPages": pages,
        "size": 20, "number": page, "sort": sort, "first": page == 0, "numberOfElements": len(rows), "empty": not rows,
    }  # fmt: skip


@shape("spring-slice", "notes")
def _(r):
    page, pages, rows = r.page("page", 20, 0)
    sort = {"empty": True, "sorted": False, "unsorted": True}
    pageable = {"pageNumber": page, "pageSize": 20, "sort": sort, "offset": page * 20, "paged": True, "unpaged": False}
    return {
        "content": rows, "pageable": pageable, "size": 20, "number": page, "sort": sort, "first": page == 0,
        "last": page + 1 >= pages, "numberOfElements": len(rows), "empty": not rows,
    }  # fmt: skip


@shape("wordpress", "wp-json/wp/v2/posts?per_page=20")
def _(r):
    page, pages, rows = r.page("page", 20, 1, lambda k: {"id": k, "slug": f"s{k}", "title": {"rendered": f"T{k}"}})
    if page > max(pages, 1):
        raise Refusal(400, {"code": "rest_post_invalid_page_number", "message": "The page number is too large.", "data": {"status": 400}})
    r.sent = {"X-WP-Total": r.count, "X-WP-TotalPages": pages}
    return rows


@shape("openalex", "works?per-page=20")
def _(r):
    page, _, rows = r.page("page", 20, 1, lambda k: {"id": f"https://openalex.org/W{k}", "title": f"T{k}"})
    return {"meta": {"count": r.count, "db_response_time_ms": 5, "page": page, "per_page": 20}, "results": rows, "group_by": []}


@shape("typesense", "collections/x/documents/search?q=*&per_page=20")
def _(r):
    page, _, rows = r.page("page", 20, 1, lambda k: {"document": {"id": str(k), "name": f"N{k}"}, "highlights": []})
    return {"facet_counts": [], "found": r.count, "hits": rows, "out_of": 1000, "page": page, "search_time_ms": 1}


@shape("stack-exchange", "2.3/questions?site=stackoverflow&pagesize=20")
def _(r):
    page, pages, rows = r.page("page", 20, 1, lambda k: {"tags": ["swift"], "question_id": k, "title": f"Q{k}"})
    return {"items": rows, "has_more": page < pages, "quota_max": 300, "quota_remaining": 299}


# Offsets


@shape("mailchimp", "3.0/lists/1/members?count=20")
def _(r):
    start = r.number("offset")
    rows = r.rows(start, 20, lambda k: {"id": f"m{k}", "email_address": "e", "_links": [{"rel": "self", "href": r.url}]})
    links = [{"rel": "self", "href": r.url, "method": "GET"}, {"rel": "parent", "href": r.root, "method": "GET"}]
    return {"members": rows, "list_id": "1", "total_items": r.count, "_links": links}


@shape("ckan", "api/3/action/package_search?rows=20")
def _(r):
    start = r.number("start")
    rows = r.rows(start, 20, lambda k: {"id": f"d{k}", "name": f"n{k}", "title": f"T{k}", "tags": []})
    result = {"count": r.count, "facets": {}, "results": rows, "sort": "score desc", "search_facets": {}}
    return {"help": r.url, "success": True, "result": result}


@shape("socrata", "resource/x.json?$limit=20")
def _(r):
    return r.rows(r.number("$offset"), 20, lambda k: {"case_number": f"c{k}", "date": "2020", "id": f"{k}"})


@shape("npm-search", "-/v1/search?text=x&size=20")
def _(r):
    start = r.number("from")
    rows = r.rows(start, 20, lambda k: {"package": {"name": f"p{k}", "version": "1.0.0"}, "score": {"final": 0.5}})
    return {"objects": rows, "total": r.count, "time": "now"}


@shape("etsy", "v3/application/listings?limit=20")
def _(r):
    start = r.number("offset")
    return {"count": r.count, "results": r.rows(start, 20, lambda k: {"listing_id": k, "user_id": 1, "title": f"L{k}"})}


@shape("solr", "select?q=*:*&rows=20")
def _(r):
    start = r.number("start")
    rows = r.rows(start, 20, lambda k: {"id": f"s{k}", "name": "n"})
    header = {"status": 0, "QTime": 1, "params": {"q": "*:*", "rows": "20"}}
    return {"responseHeader": header, "response": {"numFound": r.count, "start": start, "docs": rows}}


@shape("elasticsearch", "x/_search?size=20")
def _(r):
    start = r.number("from")
    rows = r.rows(start, 20, lambda k: {"_index": "x", "_id": f"e{k}", "_score": 1.0, "_source": {"title": f"T{k}"}})
    total = {"value": r.count, "relation": "eq"}
    shards = {"total": 1, "successful": 1, "skipped": 0, "failed": 0}
    return {"took": 1, "timed_out": False, "_shards": shards, "hits": {"total": total, "max_score": 1.0, "hits": rows}}


@shape("odata-skip", "Orders?$top=20&$count=true")
def _(r):
    rows = r.rows(r.number("$skip"), 20, lambda k: {"OrderID": k, "CustomerID": "c"})
    return {"@odata.context": "x", "@odata.count": r.count, "value": rows}


@shape("odata-other-key", "Airports")
def _(r):
    start = r.number("$skiptoken")
    rows = r.rows(start, 20, lambda k: {"@odata.id": f"{r.url}('{k}')", "Name": "N", "IcaoCode": f"I{k}", "Country": "C"})
    answer = {"@odata.context": "x", "value": rows}
    return {**answer, "@odata.nextLink": r.link(**{"$skiptoken": start + 20})} if r.more(start, 20) else answer


@shape("bitbucket-server", "rest/api/1.0/projects?limit=20")
def _(r):
    start = r.number("start")
    rows = r.rows(start, 20, lambda k: {"key": f"P{k}", "id": k, "name": f"N{k}", "public": True})
    more = r.more(start, 20)
    answer = {"size": len(rows), "limit": 20, "isLastPage": not more, "values": rows, "start": start}
    return {**answer, "nextPageStart": start + 20} if more else {**answer, "nextPageStart": None}


# Keys


@shape("stripe", "v1/customers?limit=20")
def _(r):
    start = place(r.q.get("starting_after", "").removeprefix("cus_"))
    rows = r.rows(start, 20, lambda k: {"id": f"cus_{key(k)}", "object": "customer", "name": "N"})
    return {"object": "list", "url": "/v1/customers", "has_more": r.more(start, 20), "data": rows}


@shape("discord", "api/v10/channels/1/messages?limit=20")
def _(r):
    start = r.count + 1 - r.number("before", r.count + 1)
    return r.rows(start, 20, lambda k: {"id": str(r.count + 1 - k), "content": "c", "author": {"id": "7"}})


@shape("mastodon", "timelines/home?limit=20")
def _(r):
    start = r.count + 1 - r.number("max_id", r.count + 1)
    return r.rows(start, 20, lambda k: {"id": str(r.count + 1 - k), "content": "c", "account": {"id": "7"}})


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        parts = urlsplit(self.path)
        words = parts.path.split("/")
        if words[1].startswith("_"):
            return self.answer(200, self.server.told(words[1]), {})
        with self.server.lock:
            self.server.requests += 1
        try:
            name, count = words[1], int(words[2])
            base = f"http://127.0.0.1:{self.server.server_port}"
            request = Request(base, parts.path, parts.query, self.headers, count)
            request.root = f"{base}/{name}/{count}"
            self.answer(200, SHAPES[name][1](request), request.sent)
        except Refusal as refusal:
            self.answer(*refusal.args, {})
        except (IndexError, KeyError, ValueError):
            self.answer(404, {"message": "There is no such list."}, {})

    def answer(self, status, body, headers):
        data = json.dumps(body).encode()
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", "Content-Length": len(data), **headers}.items():
            self.send_header(name, str(value))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_):
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True
    lock = threading.Lock()
    requests = 0

    def told(self, what):
        if what == "_shapes":
            return [[name, rest] for name, (rest, _) in SHAPES.items()]
        with self.lock:
            count, self.requests = self.requests, 0
        return count


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--port", type=int, default=0)
    server = Server(("127.0.0.1", options.parse_args().port), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(json.dumps({"base": f"http://127.0.0.1:{server.server_port}"}), flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()
