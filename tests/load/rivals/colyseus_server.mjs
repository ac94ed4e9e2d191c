// A room for two players in Colyseus, as its documentation has one: moves are numbered and told to both. Nothing is kept,
// no rules are checked, no clock runs.
import { Room, Server } from '@colyseus/core';
import { WebSocketTransport } from '@colyseus/ws-transport';

class Game extends Room {
  maxClients = 2;
  count = 0;

  onCreate() {
    this.onMessage('move', (client, { number, move }) => {
      if (number !== this.count + 1) return;
      this.count = number;
      this.broadcast('move', { number, move });
    });
  }
}

const server = new Server({ transport: new WebSocketTransport(), greet: false });
server.define('game', Game);
await server.listen(Number(process.argv[2]));
console.log('ready');
