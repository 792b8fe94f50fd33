/** The pictures that people may choose for themselves: the drawn tiles. */
const KINDS = ["cats", "books", "games", "frames", "trophies", "plants"] as const;

export const AVATARS: readonly string[] = KINDS.flatMap((kind) =>
  [1, 2, 3].map((number) => `${kind}${number}`),
);

export const avatarAddress = (avatar: string): string => `/avatars/${avatar}.svg`;

/** The word for what a picture shows, and its number. */
export const describeAvatar = (avatar: string): [kind: string, number: string] => [
  avatar.slice(0, -1),
  avatar.slice(-1),
];
