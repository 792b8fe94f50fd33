/**
 * A complete client in one file: it opens a table against a bot and plays a match to the end.
 *
 *     node examples/client.mjs http://127.0.0.1:8000 my_shelfie
 *
 * It needs Node 22 or later and nothing else. After a lost connection it enters its table again and
 * sends again what has no answer yet; a move keeps its id, so it happens once. It is never faster
 * than it may be.
 */
import { randomBytes } from "node:crypto";

const [address, game] = process.argv.slice(2);
const pause = (seconds) => new Promise((done) => setTimeout(done, 1000 * seconds));
const id = () => randomBytes(16).toString("hex");
const LOST = { type: "lost", retry_after: 0 };

/** Asks and hears over one socket at a time. */
class Client {
  number = 0;
  news = [];
  waiting = new Map();

  /** Connect until it works, say hello, and go back to the table. */
  async open(wait = 0.25) {
    const headers = { authorization: `Bearer ${this.token}` };
    this.socket = new WebSocket(`ws${address.slice(4)}/socket`, { headers });
    this.socket.onmessage = ({ data }) => this.receive(JSON.parse(data));
    this.socket.onclose = () => this.lose();
    await new Promise((done) => (this.socket.onopen = this.socket.onerror = done));
    const hello = await this.exchange("hello", { version: 1 });
    if (hello === LOST) return pause(wait).then(() => this.open(Math.min(2 * wait, 4)));
    this.every = 1 / hello.pace.a_second;
    if (this.match) this.tell(await this.exchange("enter", { match: this.match }));
  }

  lose() {
    for (const done of this.waiting.values()) done(LOST);
    this.waiting.clear();
    this.tell(LOST);
  }

  receive(frame) {
    const done = this.waiting.get(frame.request);
    this.waiting.delete(frame.request);
    done ? done(frame) : this.tell(frame);
  }

  tell(frame) {
    this.news.push(frame);
    this.wake?.();
  }

  exchange(type, fields) {
    const request = ++this.number;
    if (this.socket.readyState !== WebSocket.OPEN) return LOST;
    this.socket.send(JSON.stringify({ type, request, ...fields }));
    return new Promise((done) => this.waiting.set(request, done));
  }

  /** Send a message and return its answer; what is told meanwhile waits in `news`. */
  async ask(type, fields) {
    for (;;) {
      await pause(this.every);
      const answer = await this.exchange(type, fields);
      if (answer.retry_after === undefined) return answer;
      if (answer === LOST) await this.open();
      await pause(answer.retry_after);
    }
  }

  /** Return what is told next. */
  async hear() {
    while (!this.news.length) await new Promise((done) => (this.wake = done));
    const told = this.news.shift();
    if (told === LOST && this.socket.readyState !== WebSocket.OPEN) await this.open();
    return told;
  }
}

const client = new Client();
const guest = await fetch(`${address}/api/guest`, {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ name: "Bo", bearer: true }),
});
client.token = (await guest.json()).token;
await client.open();
const { match } = await client.ask("open_table", { setting: { game, bots: ["greedy"] } });
client.match = match;
let told = await client.ask("enter", { match });
await client.ask("ready", { match, contribution: id() });
await client.ask("start", { match });
while (!told.ending) {
  if (Object.keys(told.position?.choices ?? {}).length) {
    const { ply, continuations: moves = [] } = await client.ask("ask_moves", { match, partial: {} });
    const move = moves[Math.floor(Math.random() * moves.length)]?.text;
    if (move) await client.ask("play_move", { match, ply, move_id: id(), move });
  }
  told = await client.hear();
}
client.socket.onclose = null;
client.socket.close();
const { winners, scores } = told.ending;
console.log("winners:", winners, "scores:", scores.map((each) => each.total));
