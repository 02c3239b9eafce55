"""Listens, answers, and counts: each name has a port of its own, for TCP and for UDP."""
import selectors
import socket
import threading

ANSWER = (b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 2\r\nAccess-Control-Allow-Origin: *\r\n"
          b"Connection: close\r\n\r\nok")


REDIRECT = "HTTP/1.1 302 Found\r\nLocation: {}\r\nContent-Length: 0\r\nAccess-Control-Allow-Origin: *\r\nConnection: close\r\n\r\n"


class Listener:
    """A raw socket per name: what a connection says does not matter, that it is made does."""

    def __init__(self, names):
        self.ports = {}
        self.answers = {}
        self.connections = {}
        self.bytes = {}
        self._selector = selectors.DefaultSelector()
        self._lock = threading.Lock()
        for name in names:
            self._open(name)
        self._running = True
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _open(self, name):
        while name not in self.ports:
            stream = socket.create_server(("127.0.0.1", 0), backlog=16)
            port = stream.getsockname()[1]
            datagram = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
            try:
                datagram.bind(("127.0.0.1", port))
            except OSError:
                stream.close()
                datagram.close()
                continue
            self.ports[name] = port
            self.connections[name] = self.bytes[name] = 0
            for opened in (stream, datagram):
                opened.setblocking(False)
                self._selector.register(opened, selectors.EVENT_READ, name)

    def reached(self):
        """The names somebody connected to, be it without a word."""
        with self._lock:
            return {name for name, count in self.connections.items() if count}

    def redirect(self, name, address):
        """From now on this port sends whoever asks to another address, until it forgets."""
        with self._lock:
            self.answers[name] = REDIRECT.format(address).encode()

    def forget(self):
        with self._lock:
            self.answers.clear()
            for name in self.connections:
                self.connections[name] = self.bytes[name] = 0

    def close(self):
        self._running = False
        self._thread.join()
        for key in list(self._selector.get_map().values()):
            key.fileobj.close()
        self._selector.close()

    def _run(self):
        while self._running:
            for key, _ in self._selector.select(timeout=0.1):
                self._take(key.fileobj, key.data)

    def _take(self, opened, name):
        try:
            if opened.type == socket.SOCK_DGRAM:
                self._count(name, 1, len(opened.recv(4096)))
            elif opened.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
                connection = opened.accept()[0]
                connection.setblocking(False)
                self._count(name, 1, 0)
                self._selector.register(connection, selectors.EVENT_READ, name)
            else:
                self._answer(opened, name)
        except BlockingIOError:
            pass

    def _answer(self, connection, name):
        try:
            data = connection.recv(65536)
            self._count(name, 0, len(data))
            if data:
                with self._lock:
                    answer = self.answers.get(name, ANSWER)
                connection.send(answer)
        except OSError:
            pass
        self._selector.unregister(connection)
        connection.close()

    def _count(self, name, connections, count):
        with self._lock:
            self.connections[name] += connections
            self.bytes[name] += count
