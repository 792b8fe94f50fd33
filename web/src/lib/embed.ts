/** What other sites put into their page to show a replay. */

const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`);

export function embedCode(address: string, match: string, title: string): string {
  return (
    `<iframe src="${escape(address)}/embed/${match}" title="${escape(title)}" ` +
    `width="820" height="720" style="border:0;max-width:100%" loading="lazy" allowfullscreen></iframe>`
  );
}
