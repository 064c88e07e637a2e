# What a hostile program would attack: servers on sockets of every kind, and a process with a secret environment. argv[1]: a folder, where "ready" says
# the TCP port when all of it stands; argv[3]: a secret file, open as descriptor 9; "signals" counts the signals that came, "connections" the connections to the stream socket.
import os, signal, socket, sys, threading, time

folder = sys.argv[1]
signals = 0


def note(name, content, mode="w"):
    with open(folder + "/" + name, mode) as f:
        f.write(content)


def signalled(*_):
    global signals
    signals += 1
    note("signals", str(signals))


def serve(server, count):
    while True:
        server.accept()[0].close()
        if count:
            note("connections", "x", "a")


def receive(server):
    while True:
        server.recv(100)


os.dup2(os.open(sys.argv[3], os.O_RDONLY), 9)
note("signals", "0")
signal.signal(signal.SIGURG, signalled)
for family, kind, address, count in (
    (socket.AF_UNIX, socket.SOCK_STREAM, folder + "/service", True),
    (socket.AF_UNIX, socket.SOCK_SEQPACKET, folder + "/packets", False),
    (socket.AF_UNIX, socket.SOCK_STREAM, "\0" + sys.argv[2], False),
    (socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", 0), False),
):
    server = socket.socket(family, kind)
    if family == socket.AF_INET:
        server.setsockopt(socket.IPPROTO_TCP, socket.TCP_FASTOPEN, 10)
    server.bind(address)
    server.listen(1000)
    threading.Thread(target=serve, args=(server, count), daemon=True).start()
    port = server.getsockname()[1]
datagrams = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
datagrams.bind(folder + "/datagrams")
threading.Thread(target=receive, args=(datagrams,), daemon=True).start()
note("ready.new", str(port))
os.rename(folder + "/ready.new", folder + "/ready")
while True:
    time.sleep(1)
