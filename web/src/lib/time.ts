/** Lengths of time as people read them. */
import type { Say } from "../boards/contract";

/** Name a length that was chosen: 30 s, 2 min. */
export function formatSpan(seconds: number, words: Say): string {
  return seconds % 60
    ? words("page.seconds", { n: seconds })
    : words("page.minutes", { n: seconds / 60 });
}

/** Write seconds as 1:24, 2:05:00, or days and hours (3 d 4 h). */
export function formatTime(seconds: number, words: Say): string {
  const whole = Math.max(0, Math.ceil(seconds));
  const two = (number: number) => String(number).padStart(2, "0");
  if (whole >= 86_400) {
    const days = Math.floor(whole / 86_400);
    return words("page.days_hours", { days, hours: Math.floor((whole % 86_400) / 3600) });
  }
  const minutes = Math.floor((whole % 3600) / 60);
  if (whole >= 3600) return `${Math.floor(whole / 3600)}:${two(minutes)}:${two(whole % 60)}`;
  return `${minutes}:${two(whole % 60)}`;
}
