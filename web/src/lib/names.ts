/** Nicknames for those who come in: nobody has to fill in a form. */

const NAMES = [
  "Ada", "Alma", "Anton", "Bea", "Bruno", "Carlo", "Clara", "Cosimo", "Dora", "Edda", "Elio",
  "Emil", "Enzo", "Fabio", "Felix", "Flora", "Franka", "Gaia", "Gino", "Greta", "Hanna", "Ida",
  "Ines", "Ivo", "Jonas", "Juno", "Karla", "Lena", "Leo", "Lia", "Linus", "Luca", "Luisa", "Mara",
  "Max", "Mila", "Mira", "Nico", "Nina", "Nora", "Olga", "Otto", "Paola", "Paul", "Pia", "Rita",
  "Rosa", "Silvio", "Sofia", "Theo", "Tilda", "Tom", "Ugo", "Vera", "Viola", "Zeno",
];

/** Suggest a nickname. */
export function suggestName(random: () => number = Math.random): string {
  return NAMES[Math.floor(random() * NAMES.length)]!;
}
