/** Matches of this device that can be added to an account; see `ludoteca.device.storage`. */
import { api } from "../lib/api";
import { Storage } from "./storage";

const RECORD = /^match\/([^/]+)\/record$/;

/** Whose account a match was added to. */
const uploadedKey = (match: string) => `match/${match}/uploaded`;

const storage = new Storage(() => undefined);

/** Name the finished matches that are not in this user's account yet. */
export async function findFinished(user: string): Promise<string[]> {
  const matches = (await storage.keys()).map((key) => RECORD.exec(key)?.[1]).filter(Boolean);
  const found: string[] = [];
  for (const match of matches as string[])
    if ((await storage.read(uploadedKey(match))) !== user) found.push(match);
  return found;
}

/** Add a match to the account of the person who is logged in. */
export async function upload(match: string, user: string): Promise<void> {
  const record = await storage.read(`match/${match}/record`);
  const summary = await storage.read(`match/${match}/summary`);
  if (!record || !summary) return;
  const { seats } = JSON.parse(summary) as { seats: number[] };
  await api.upload(record, seats);
  await storage.write(uploadedKey(match), user);
}
