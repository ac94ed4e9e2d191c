// node load.mjs colyseus|ludoteca PORT GAMES RATE SECONDS: moves at a steady rate, each timed from sending it to the other
// player's receipt. The same client for both, so that what it costs is the same.
import { Client } from 'colyseus.js';
import { WebSocket } from 'ws';

const [kind, ...numbers] = process.argv.slice(2);
const [port, games, rate, seconds] = numbers.map(Number);
const words = (process.env.WORDS ?? '').split(' ');
const tables = [];
const times = [];

/** A move has come to a seat; it counts where it is the other player's. */
function hear(table, seat, number) {
  if (seat === table.length % 2 || number !== table.length + 1 || !table.sent) return;
  times.push(performance.now() - table.sent);
  table.sent = 0;
  table.length = number;
}

async function openColyseus() {
  const client = new Client(`ws://127.0.0.1:${port}`);
  const first = await client.create('game');
  const seats = [first, await client.joinById(first.roomId)];
  const table = { length: 0, sent: 0, send: (seat, number) => seats[seat].send('move', { number, move: words[number - 1] }) };
  seats.forEach((room, seat) => room.onMessage('move', ({ number }) => hear(table, seat, number)));
  return table;
}

async function openLudoteca() {
  const reply = await fetch(`http://127.0.0.1:${port}/api/v1/play`, { method: 'POST', body: '{"game": "oware"}' });
  const { id, seats } = await reply.json();
  const table = { length: 0, sent: 0, send: (seat, number) => sockets[seat].send(JSON.stringify({ do: 'moves', number, move: words[number - 1] })) };
  const sockets = await Promise.all(seats.map(async ({ token }, seat) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/api/v1/play/${id}/socket?after=2`);
    await new Promise((resolve) => socket.once('open', resolve));
    socket.send(JSON.stringify({ token }));
    socket.on('message', (data) => {
      const { type, number } = JSON.parse(data);
      if (type === 'move') hear(table, seat, number);
    });
    return socket;
  }));
  return table;
}

for (let i = 0; i < games; i += 1) tables.push(await (kind === 'colyseus' ? openColyseus() : openLudoteca()));

const start = performance.now();
let sent = 0;
let next = 0;
await new Promise((resolve) => {
  const tick = () => {
    const spent = performance.now() - start;
    if (spent > seconds * 1000) return resolve();
    for (let tried = 0; sent < (spent * rate) / 1000 && tried < games; tried += 1) {
      const table = tables[next++ % games];
      if (table.sent || table.length >= words.length) continue;
      table.sent = performance.now();
      table.send(table.length % 2, table.length + 1);
      sent += 1;
    }
    setImmediate(tick);
  };
  tick();
});
await new Promise((resolve) => setTimeout(resolve, 1000));
times.sort((a, b) => a - b);
const at = (share) => Number((times[Math.floor((times.length - 1) * share)] ?? -1).toFixed(2));
console.log(JSON.stringify({ kind, games, rate, moves: times.length, p50_ms: at(0.5), p99_ms: at(0.99) }));
process.exit(0);
