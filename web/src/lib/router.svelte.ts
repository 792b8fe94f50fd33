/** Which screen the address names, and how to go to another one. */

export type Route =
  | {
      screen:
        | "home"
        | "tables"
        | "matches"
        | "learning"
        | "settings"
        | "replays"
        | "rankings"
        | "gallery"
        | "opened"
        | "missing";
    }
  | { screen: "table"; match: string }
  | {
      screen: "replay" | "embed";
      match: string;
      ply: number | null;
      seat: number | null;
      rate: boolean;
    }
  | { screen: "rules" | "learn" | "score" | "pieces"; game: string }
  | { screen: "person"; name: string };

const MATCH = "[0-9A-Za-z_-]{4,40}";

export function parseRoute(path: string, query = ""): Route {
  const clean = path.replace(/\/+$/, "") || "/";
  const plain = {
    "/": "home",
    "/tables": "tables",
    "/matches": "matches",
    "/learn": "learning",
    "/settings": "settings",
    "/replays": "replays",
    "/rankings": "rankings",
    "/gallery": "gallery",
  } as const;
  if (clean in plain) return { screen: plain[clean as keyof typeof plain] };
  if (clean === "/replays/file") return { screen: "opened" };
  const [, first, second, third] = clean.split("/");
  if (third !== undefined || second === undefined) return { screen: "missing" };
  if (first === "t" && new RegExp(`^${MATCH}$`).test(second))
    return { screen: "table", match: second };
  if ((first === "r" || first === "embed") && new RegExp(`^${MATCH}$`).test(second)) {
    const given = new URLSearchParams(query);
    const number = (name: string) =>
      /^\d+$/.test(given.get(name) ?? "") ? Number(given.get(name)) : null;
    return {
      screen: first === "r" ? "replay" : "embed",
      match: second,
      ply: number("ply"),
      seat: number("seat"),
      rate: given.has("rate"),
    };
  }
  if (
    (first === "rules" || first === "learn" || first === "score" || first === "pieces") &&
    /^[a-z_]{1,60}$/.test(second)
  )
    return { screen: first, game: second };
  if (first === "people") {
    try {
      return { screen: "person", name: decodeURIComponent(second) };
    } catch {
      return { screen: "missing" };
    }
  }
  return { screen: "missing" };
}

let current = $state.raw<Route>(parseRoute(location.pathname, location.search));
let moves = $state(0);

export const route = () => current;
/** Rises with every change of screen: the page moves the focus then. */
export const visits = () => moves;

function read() {
  current = parseRoute(location.pathname, location.search);
  moves += 1;
}

addEventListener("popstate", read);

export function go(path: string, replace = false): void {
  if (path === location.pathname + location.search) return;
  if (replace) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  read();
  scrollTo(0, 0);
}

/** Change the address without changing the screen: a moment of a replay. */
export function note(path: string): void {
  history.replaceState(history.state, "", path);
}

/** Links of our own change the screen without loading the page again. */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey)
    return;
  const link = (event.target as Element | null)?.closest?.("a");
  if (!link || link.target || link.origin !== location.origin || link.hasAttribute("download"))
    return;
  if (link.pathname.startsWith("/api") || link.hash) return;
  event.preventDefault();
  go(link.pathname + link.search);
}
