# Talks with a served page as a browser would, and as somebody who means harm.
#
# test/view/serve.py AS_VIEW AS_OPT STORE TRIALS

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time

view, opt, store, trials = sys.argv[1:]
server = subprocess.Popen([view, store, "--serve"], stdout=subprocess.PIPE, text=True)
said = server.stdout.readline()
port = int(re.fullmatch(r"as-view: http://127\.0\.0\.1:(\d+)/ shows '.*'; Ctrl-C ends it\n", said).group(1))


def get(path, **headers):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("GET", path, headers=headers)
    answer = connection.getresponse()
    return answer, answer.read().decode()


# What a browser wants.
answer, page = get("/")
assert answer.status == 200 and page.startswith("<!doctype html>"), answer.status
assert answer.getheader("Cross-Origin-Resource-Policy") == "same-origin"
assert '"live":0}' in page
answer, text = get("/document.json")
assert json.loads(text)["numTrials"] == 0, text
assert get("/nothing")[0].status == 404
answer, text = get("/", Host="evil.example:%d" % port)
assert answer.status == 403 and "localhost" in text and "document" not in text
assert answer.getheader("Access-Control-Allow-Origin") is None

# It listens on the loopback only.
with open("/proc/net/tcp") as table:
    mine = [line.split()[1] for line in table if line.split()[1].endswith(":%04X" % port) and line.split()[3] == "0A"]
assert mine == ["0100007F:%04X" % port], mine

# A trial that is put into the store is told, and there, within a second.
events = socket.create_connection(("127.0.0.1", port), timeout=30)
events.sendall(b"GET /events HTTP/1.1\r\nHost: localhost:%d\r\n\r\n" % port)
reader = events.makefile("rb")
while not reader.readline().startswith(b"data: 0"):
    pass
put = subprocess.run([opt, "--records=" + store, "--import-json=" + trials], stderr=subprocess.DEVNULL)
start = time.monotonic()
while not reader.readline().startswith(b"data:"):
    pass
while json.loads(get("/document.json")[1])["numTrials"] != 5:
    time.sleep(0.05)
took = time.monotonic() - start
assert took < float(os.environ.get("AS_TEST_PATIENCE", "5")), took

# Code is made of trials of which the store has the texts.
ids = json.loads(get("/document.json")[1])["tasks"][0]["trials"]["id"]
for part in ("nothing", ids[0][:8], ids[0] + "0"):
    answer, text = get("/code/" + part)
    assert answer.status == 404 and "by the whole id of a trial" in text, text
answer, text = get("/code/" + "0" * len(ids[0]))
assert answer.status == 404 and "there is no trial '000" in text, text
answer, text = get("/code/" + ids[0])
assert answer.status == 404 and "the store does not say what the target" in text, text

# Those who say nothing, or too much, do not keep others from being served.
silent = [socket.create_connection(("127.0.0.1", port)) for _ in range(70)]
silent[0].sendall(b"x" * 20000)
assert silent[0].recv(12) == b"HTTP/1.1 431"
silent[0].close()
time.sleep(6)
assert get("/document.json")[0].status == 200
for connection in silent:
    connection.close()

# A store that cannot be read is said to be so, and served again once it can.
os.rename(store, store + ".away")
answer, text = get("/document.json")
assert answer.status == 503 and "there is no store" in text, text
os.rename(store + ".away", store)
assert get("/document.json")[0].status == 200

# A second one on the port says that it is taken.
second = subprocess.run([view, store, "--serve=%d" % port], capture_output=True, text=True)
assert second.returncode == 1 and "cannot serve on 127.0.0.1:%d" % port in second.stderr, second.stderr

# Ctrl-C ends it, also with a page open.
server.send_signal(signal.SIGINT)
assert server.wait(10) == 0
assert reader.read() is not None
print("fine, after %.2f s" % took)
