"""A WebSocket to the server, for questions or for a game."""

import json

import shapes
from harness import check_shape
from serve_driver import PROMPT, open_stream, read_all
from serve_wire import CLOSE, SOCKET, TEXT, Garbled, close_code, frame, handshake, split_answers, split_frames


class Channel:
    """A WebSocket that is open."""

    def __init__(self, server, path=SOCKET, buffer=None, **fields):
        self.stream = open_stream(server, buffer=buffer)
        self.stream.sendall(handshake(path, **fields))
        self.rest, self.frames = b"", []
        while b"\r\n\r\n" not in self.rest:
            self.rest += self.stream.recv(1 << 16)
        answers, self.rest = split_answers(self.rest)
        self.head = answers[0]

    def send(self, *frames):
        try:
            self.stream.sendall(b"".join(frames))
        except ConnectionError:  # the server may have had enough
            pass

    def ask(self, *questions):
        self.send(*(frame(TEXT, question.encode()) for question in questions))

    def receive(self, many, patience=PROMPT * 5):
        """So many frames, or as many as come."""
        while len(self.frames) < many:
            found, self.rest = split_frames(self.rest)
            self.frames += found
            if len(self.frames) >= many:
                break
            self.stream.settimeout(patience)
            try:
                part = self.stream.recv(1 << 16)
            except (TimeoutError, ConnectionError):
                break
            if not part:
                break
            self.rest += part
        taken, self.frames = self.frames[:many], self.frames[many:]
        return taken

    def answers(self, many):
        got = [json.loads(payload) for final, kind, payload in self.receive(many) if final and kind == TEXT]
        for shape in got:
            check_shape("a message", "server.socket_answer", shape)
            name = shapes.shape_of_question(shape["question"], shape["status"], shape["answer"])
            check_shape(shape["question"], name, shape["answer"])
        return got

    def ended_with(self):
        """The code with which the server says goodbye; else, or if it does not leave then, what came instead."""
        try:
            frames = self.receive(1)
            while frames and frames[-1][1] == TEXT:  # news may come before it
                frames = self.receive(1)
        except Garbled as fault:
            return str(fault)
        if not frames or frames[-1][1] != CLOSE:
            return f"no farewell: {frames}"
        self.send(frame(CLOSE, frames[-1][2]))
        _, closed = read_all(self.stream, PROMPT * 5)
        return close_code(frames[-1][2]) if closed else "it stays"

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        self.stream.close()


class Seat(Channel):
    """One that watches a game, and may play in it."""

    def __init__(self, server, game, after=None, **fields):
        parameter = "" if after is None else f"?after={after}"
        super().__init__(server, f"/api/v1/play/{game}/socket{parameter}", **fields)

    def say(self, message):
        self.send(frame(TEXT, (message if isinstance(message, str) else json.dumps(message)).encode()))

    def hear(self, many=1, patience=PROMPT * 5):
        """So many messages, or as many as come; who is there is told now and then, and left out."""
        heard = []
        while len(heard) < many and (frames := self.receive(many - len(heard), patience)):
            messages = [json.loads(payload) for _, kind, payload in frames if kind == TEXT]
            for message in messages:
                check_shape("a message of a game", "online.message", message)
            heard += [message for message in messages if message["type"] != "presence"]
            if len(messages) < len(frames):  # it said goodbye
                break
        return heard

    def hear_until(self, kind, most=200):
        """Messages up to the first of a type."""
        heard = []
        while len(heard) < most and (got := self.hear()):
            heard += got
            if heard[-1]["type"] == kind:
                break
        return heard

    def do(self, deed, **members):
        """The reply to a deed; news that come before it are left out."""
        self.say({"do": deed, **members})
        heard = self.hear_until("reply")
        return heard[-1] if heard else {}
