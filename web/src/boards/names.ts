/** Names where there is little room: marks on tokens, and short forms for small panels. */

/** One mark a player, told apart without colour: an initial, with a figure or letter if need be. */
export function initialsOf(names: readonly string[]): string[] {
  const first = names.map((name) => [...name.trim()][0]?.toUpperCase() ?? "?");
  const longer = names.map((name, seat) => {
    if (first.indexOf(first[seat]!) === first.lastIndexOf(first[seat]!)) return first[seat]!;
    const number = /\d+$/.exec(name)?.[0];
    return first[seat]! + (number ?? [...name.trim()][1] ?? "");
  });
  return longer.map((mark, seat) =>
    longer.indexOf(mark) === longer.lastIndexOf(mark) ? mark : `${first[seat]}${seat + 1}`,
  );
}

/** Leave out what stands in brackets, such as a bot's level, if all names still differ. */
export function shortNames(names: readonly string[]): string[] {
  const short = names.map((name) => name.replace(/\s*\([^)]*\)/, ""));
  const differ = short.every((name, seat) => name.trim() && short.indexOf(name) === seat);
  return differ ? short : [...names];
}
