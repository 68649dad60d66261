"""Receives webhooks:  WEBHOOK_SECRET=whsec_... PORT=9000 python3 webhook_receiver.py"""

import base64
import hashlib
import hmac
import json
import os
import sqlite3
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

KEY = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))
TOLERANCE_SECONDS = 300
LONGEST_BODY = 1_000_000


def handle(event):
    """What you are here for. When it raises, the delivery is tried again later."""
    data = event["data"]
    print(event["id"], event["type"], data["resource_id"], json.dumps(data["after"]), flush=True)


def is_genuine(headers, body):
    """Whether the raw body was signed with our secret, a short while ago."""
    delivery_id, timestamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not (timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= 12):
        return False
    if abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        return False
    signed = f"{delivery_id}.{timestamp}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.digest(KEY, signed, hashlib.sha256))
    # After a rotation there are two signatures for a day; one that fits is enough.
    given = headers.get("webhook-signature", "").encode().split(b" ")
    return any([hmac.compare_digest(expected, entry) for entry in given])


# The ids of what was handled. Yours belongs in the database, written together with what you do.
handled = sqlite3.connect(os.environ.get("HANDLED", ":memory:"), check_same_thread=False)
handled.execute("CREATE TABLE IF NOT EXISTS handled (id TEXT PRIMARY KEY)")
one_at_a_time = threading.Lock()


def handle_once(event):
    with one_at_a_time, handled:
        if handled.execute("INSERT OR IGNORE INTO handled VALUES (?)", [event["id"]]).rowcount:
            handle(event)


class Receiver(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 30

    def do_POST(self):
        length = self.headers.get("content-length", "")
        if not (length.isascii() and length.isdigit() and int(length) <= LONGEST_BODY):
            self.close_connection = True
            return self.answer(413)
        body = self.rfile.read(int(length))
        if not is_genuine(self.headers, body):
            return self.answer(401)
        try:
            handle_once(json.loads(body))
        except Exception as error:
            self.log_error("%r", error)
            return self.answer(500)
        self.answer(200)

    def answer(self, status):
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_request(self, *args):
        pass


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", 9000))), Receiver)
    print("listening", flush=True)
    server.serve_forever()
