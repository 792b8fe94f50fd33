/** A record opened from a file: it stays in this tab, and nowhere else. */
import { api, type OpenedRecord } from "./api";

let text: string | null = null;

/** Files are small; a large one is something else. */
const MOST_BYTES = 15_000;

/** Read a dropped or chosen file and let the server check it; throws what is wrong with it. */
export async function openFile(file: Blob): Promise<OpenedRecord> {
  const record = file.size > MOST_BYTES ? "" : await file.text();
  const found = await api.openRecord(record || "?", null);
  text = record;
  return found;
}

/** Whether there is a record to show. */
export const isOpened = () => text !== null;

/** The opened record as a seat saw it. */
export const replayOpened = (seat: number | null) => api.openRecord(text ?? "?", seat);
