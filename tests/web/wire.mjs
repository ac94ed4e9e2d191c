// A wire between a browser and a server, of which the browser knows nothing: everything goes over it byte by byte as the
// server says it, and is counted, until something befalls the tables that are asked for.

import { createServer, request as ask } from 'node:http';

const TABLES = /^\/tables\//;
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** What a reply is to a fault: `head` and `body` as the server sent them, and `send` and `breakOff`. */
class Reply {
  constructor(exchange, response, { statusCode, rawHeaders }, body) {
    Object.assign(this, { exchange, response, status: statusCode, headers: rawHeaders, body });
  }

  begin() {
    this.response.sendDate = false; // the server's is among the headers
    this.response.writeHead(this.status, this.headers);
  }

  send(body = this.body) {
    this.begin();
    this.response.end(body);
  }

  /** The head and this much of the body, which is less than was promised; then the connection is gone. */
  breakOff(bytes) {
    this.begin();
    this.response.write(this.body.subarray(0, bytes), () => this.response.destroy());
  }
}

/* -- what befalls --------------------------------------------------------------------------------- */

/** One bit in each of these bytes is another. */
function flip(reply, places) {
  const body = Buffer.from(reply.body);
  for (const at of places) body[at] ^= 1;
  reply.send(body);
}

/** One bit in the middle. */
export const lying = (reply) => flip(reply, [reply.body.length >> 1]);

/** One bit in every so manyth byte. */
export const lyingEvery = (step, first) => (reply) => flip(reply, Array.from({ length: Math.ceil((reply.body.length - first) / step) }, (_, i) => first + i * step));

/** Half of what was promised. */
export const broken = (reply) => reply.breakOff(reply.body.length >> 1);

/** Not a byte. */
export const gone = (reply) => reply.response.destroy();

/** No answer, until somebody hangs up. */
export const silent = () => {};

/** Each reply after so long, and so many bytes a second, by the clock: a crowded machine makes it no slower. */
export function slow(delayMs, bytesPerSecond) {
  const STEP_MS = 50;
  return async (reply) => {
    await sleep(delayMs);
    reply.begin();
    const start = Date.now();
    for (let at = 0; at < reply.body.length && !reply.response.destroyed;) {
      await sleep(STEP_MS);
      const due = Math.ceil(((Date.now() - start) * bytesPerSecond) / 1000);
      reply.response.write(reply.body.subarray(at, due));
      at = due;
    }
    reply.response.end();
  };
}

/* -- the wire ------------------------------------------------------------------------------------- */

class Wire {
  /** What was asked of the tables: path, range, whether caches were passed by, the status, bytes with both heads. */
  asked = [];
  faults = [];
  counted = new WeakMap(); // bytes of a connection that belong to earlier requests

  constructor(address) {
    this.target = new URL(address);
    this.server = createServer((request, response) => this.carry(request, response));
    this.server.keepAliveTimeout = 0; // as long as the browser likes
  }

  async open() {
    await new Promise((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    this.address = `http://127.0.0.1:${this.server.address().port}`;
    return this;
  }

  async close() {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** From here on a fault befalls what is asked for by a path that matches; `isMeant` may look at each exchange. */
  befall(paths, fault, isMeant = () => true) {
    this.faults.push({ paths, fault, isMeant });
  }

  mend() {
    this.faults = [];
  }

  /** Forgets what was asked until now. */
  clear() {
    this.asked = [];
  }

  files() {
    return this.asked.filter(({ path }) => path.includes('.ludt'));
  }

  get bytes() {
    return this.asked.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** Bytes that went over a connection since this was asked last. */
  since(socket) {
    const all = socket.bytesRead + socket.bytesWritten;
    const before = this.counted.get(socket) ?? 0;
    this.counted.set(socket, all);
    return all - before;
  }

  carry(request, response) {
    const { method, url: path, headers, rawHeaders, socket } = request;
    const isAnew = headers['cache-control'] === 'no-cache';
    const exchange = { method, path, range: headers.range ?? null, isAnew, status: null, bytes: 0 };
    if (TABLES.test(path)) this.asked.push(exchange);
    const count = () => (exchange.bytes += this.since(socket));
    response.on('finish', count).on('close', count);
    const { hostname, port } = this.target;
    const onward = ask({ hostname, port, method, path, headers: rawHeaders, agent: false, setHost: false }, (answer) => {
      const parts = [];
      answer.on('data', (part) => parts.push(part)).on('end', () => {
        exchange.status = answer.statusCode;
        this.deliver(new Reply(exchange, response, answer, Buffer.concat(parts)));
      });
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  }

  deliver(reply) {
    const { path } = reply.exchange;
    const fault = this.faults.find(({ paths, isMeant }) => paths.test(path) && isMeant(reply.exchange));
    if (fault) fault.fault(reply);
    else reply.send();
  }
}

export const openWire = (address) => new Wire(address).open();
