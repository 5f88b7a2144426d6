export const VERIFY_LANGUAGES = ["node", "php", "python", "go"] as const;
export type VerifyLanguage = (typeof VERIFY_LANGUAGES)[number];

export type VerifySnippet = {
  language: VerifyLanguage;
  label: string;
  file: string;
  code: string;
};

type Address = { pathname: string; search: string };

export function verifySnippets({ pathname, search }: Address): VerifySnippet[] {
  const target = `${pathname}${search}`;
  return [
    { language: "node", label: "Node", file: "webhook.mjs", code: node(target) },
    { language: "php", label: "PHP", file: "webhook.php", code: PHP },
    { language: "python", label: "Python", file: "webhook.py", code: python(target) },
    { language: "go", label: "Go", file: "webhook.go", code: go(pathname) },
  ];
}

const node = (target: string) => `// node webhook.mjs
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";

const key = Buffer.from((process.env.WEBHOOK_SECRET ?? "").replace(/^whsec_/, ""), "base64");
if (key.length === 0) throw new Error("set WEBHOOK_SECRET");

// body: the raw bytes, before parsing
export function verify(headers, body) {
  const id = headers["webhook-id"] ?? "";
  const timestamp = headers["webhook-timestamp"] ?? "";
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300)) return false;
  const signed = Buffer.concat([Buffer.from(\`\${id}.\${timestamp}.\`), body]);
  const right = createHmac("sha256", key).update(signed).digest();
  return (headers["webhook-signature"] ?? "").split(" ").some((part) => {
    const [version, signature] = part.split(",");
    const given = Buffer.from(signature ?? "", "base64");
    return version === "v1" && given.length === right.length && timingSafeEqual(given, right);
  });
}

createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  if (request.url !== ${JSON.stringify(target)} || !verify(request.headers, body)) {
    response.writeHead(400).end();
    return;
  }
  const event = JSON.parse(body);
  // Do this once per webhook-id: the same event may arrive again.
  console.log(request.headers["webhook-id"], event.type, event.data.id);
  response.writeHead(204).end();
}).listen(process.env.PORT ?? 8080);
`;

const PHP = `<?php
// The callback URL leads to this file.
$key = base64_decode(preg_replace('/^whsec_/', '', (string) getenv('WEBHOOK_SECRET')));
if ($key === '') {
    http_response_code(500);
    exit('set WEBHOOK_SECRET');
}
$id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
$timestamp = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
// The raw bytes, before parsing
$body = file_get_contents('php://input');

$isFresh = ctype_digit($timestamp) && abs(time() - (int) $timestamp) <= 300;
$right = base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
$isSigned = false;
foreach (explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $part) {
    $isSigned = $isSigned || hash_equals("v1,$right", $part);
}
if (!$isFresh || !$isSigned) {
    http_response_code(400);
    exit;
}

$event = json_decode($body, true);
// Do this once per webhook-id: the same event may arrive again.
error_log("$id {$event['type']}");
http_response_code(204);
`;

const python = (target: string) => `# python3 webhook.py
import base64, hashlib, hmac, json, os, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

KEY = base64.b64decode(os.environ.get("WEBHOOK_SECRET", "").removeprefix("whsec_"))
if not KEY:
    raise SystemExit("set WEBHOOK_SECRET")


def verify(headers, body):
    """body: the raw bytes, before parsing"""
    message_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    if not (timestamp.isascii() and timestamp.isdigit()):
        return False
    if abs(time.time() - int(timestamp)) > 300:
        return False
    signed = f"{message_id}.{timestamp}.".encode() + body
    digest = hmac.new(KEY, signed, hashlib.sha256).digest()
    right = b"v1," + base64.b64encode(digest)
    given = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(right, part.encode()) for part in given)


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        if self.path != ${JSON.stringify(target)} or not verify(self.headers, body):
            self.send_response(400)
            self.end_headers()
            return
        event = json.loads(body)
        # Do this once per webhook-id: the same event may arrive again.
        print(self.headers["webhook-id"], event["type"], flush=True)
        self.send_response(204)
        self.end_headers()


if __name__ == "__main__":
    ThreadingHTTPServer(("", int(os.environ.get("PORT", 8080))), Handler).serve_forever()
`;

const go = (pathname: string) => `// go run webhook.go
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

// body: the raw bytes, before parsing
func verify(key []byte, header http.Header, body []byte) bool {
	id, timestamp := header.Get("webhook-id"), header.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > 5*time.Minute {
		return false
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + timestamp + "."))
	mac.Write(body)
	right := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	for _, part := range strings.Split(header.Get("webhook-signature"), " ") {
		if hmac.Equal([]byte(part), []byte(right)) {
			return true
		}
	}
	return false
}

func main() {
	secret := strings.TrimPrefix(os.Getenv("WEBHOOK_SECRET"), "whsec_")
	key, err := base64.StdEncoding.DecodeString(secret)
	if err != nil || len(key) == 0 {
		log.Fatal("set WEBHOOK_SECRET")
	}
	http.HandleFunc(${JSON.stringify(pathname)}, func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
		var event struct{ Type string }
		if err != nil || !verify(key, r.Header, body) || json.Unmarshal(body, &event) != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		// Do this once per webhook-id: the same event may arrive again.
		log.Println(r.Header.Get("webhook-id"), event.Type)
		w.WriteHeader(http.StatusNoContent)
	})
	port := os.Getenv("PORT")
	if port == "" {
		port = "8080"
	}
	log.Fatal(http.ListenAndServe(":"+port, nil))
}
`;
