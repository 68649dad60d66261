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
MAX_BODY_BYTES = 1_000_000


def handle(event):
    """Processes an event. If it raises, the delivery is retried later."""
    data = event["data"]
    print(event["id"], event["type"], data["resource_id"], json.dumps(data["after"]), flush=True)


def is_signed(headers, body):
    """Returns True if the raw body was signed with our secret within the last minutes."""
    delivery_id, timestamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not (timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= 12):
        return False
    if abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        return False
    signed = f"{delivery_id}.{timestamp}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.digest(KEY, signed, hashlib.sha256))
    # For a day after a rotation there are two signatures; one match is enough.
    actual = headers.get("webhook-signature", "").encode().split(b" ")
    return any([hmac.compare_digest(expected, entry) for entry in actual])


# Ids of processed deliveries. In production, store them in the transaction that processes the event.
handled = sqlite3.connect(os.environ.get("HANDLED", ":memory:"), check_same_thread=False)
handled.execute("CREATE TABLE IF NOT EXISTS handled (id TEXT PRIMARY KEY)")
handled_lock = threading.Lock()


def handle_once(event):
    with handled_lock, handled:
        if handled.execute("INSERT OR IGNORE INTO handled VALUES (?)", [event["id"]]).rowcount:
            handle(event)


class Receiver(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 30

    def do_POST(self):
        length = self.headers.get("content-length", "")
        if not (length.isascii() and length.isdigit() and int(length) <= MAX_BODY_BYTES):
            self.close_connection = True
            return self.respond(413)
        body = self.rfile.read(int(length))
        if not is_signed(self.headers, body):
            return self.respond(401)
        try:
            handle_once(json.loads(body))
        except Exception as error:
            self.log_error("%r", error)
            return self.respond(500)
        self.respond(200)

    def respond(self, status):
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_request(self, *args):
        pass


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", 9000))), Receiver)
    print("listening", flush=True)
    server.serve_forever()
