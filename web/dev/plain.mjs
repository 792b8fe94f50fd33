/**
 * Writes drawings without CSS: rules of style sheets become attributes, custom properties their values.
 * Programs that turn SVG into pixels often know no CSS, and notebooks share one page among pictures.
 */

/** Style properties that SVG also has as attributes. */
const ATTRIBUTES = /^(fill|stroke|opacity|text-anchor|font-(family|size|weight)$)/;
const REM = 16;

/** Write all drawings of a game plainly: shared ones by id, and parts by name. */
export function plainArt(style, shared, parts) {
    const rules = readRules(style);
    const dressed = new Map(
        [...shared].map(([id, text]) => [id, sized(dress(text, rules), shared)]),
    );
    const finished = new Map();

    /** Put in the values of custom properties; a shared drawing that depends on them gets its own id. */
    function settle(text, values) {
        return text
            .replace(
                /var\((--[\w-]+)(?:,\s*([^()]*))?\)/g,
                (_, name, usual) => values[name] ?? usual,
            )
            .replace(
                /(href="#|url\(#)([\w-]+)/g,
                (_, before, id) => before + settledId(id, values),
            );
    }

    function settledId(id, values) {
        const usual = settle(dressed.get(id), {});
        const own = settle(dressed.get(id), values);
        const key = Object.values(values)
            .join("-")
            .replace(/[^\w-]/g, "");
        const settled = own === usual ? id : `${id}-${key}`;
        finished.set(settled, own.replace(`id="${id}"`, `id="${settled}"`));
        return settled;
    }

    for (const id of shared.keys()) settledId(id, {});
    const settledParts = parts.map(([name, opening, rest]) => {
        const values = customProperties(opening, rules);
        const plainOpening = dress(`<svg${opening}>`, rules).slice("<svg".length, -1);
        return [name, [settle(plainOpening, values), settle(dress(rest, rules), values)]];
    });
    return {
        shared: Object.fromEntries([...finished].sort(([a], [b]) => (a < b ? -1 : 1))),
        parts: Object.fromEntries(settledParts),
    };
}

/** Read a style sheet of plain class selectors. */
function readRules(style) {
    return [...style.matchAll(/([^{}]+)\{([^{}]*)\}/g)].flatMap(([, selectors, body]) =>
        selectors.split(",").map((selector) => {
            const [, tag, classes] = selector.trim().match(/^(\w*)((?:\.[\w-]+)+)$/);
            return { tag, classes: classes.slice(1).split("."), properties: declarations(body) };
        }),
    );
}

/** Read declarations as pairs; `font` is taken apart. */
function declarations(body) {
    return body
        .split(";")
        .map((each) => each.match(/^\s*([\w-]+)\s*:\s*(.*?)\s*$/s))
        .filter(Boolean)
        .flatMap(([, name, value]) => {
            if (name !== "font") return [[name, plainValue(value)]];
            const [, weight, size, family] = value.match(/^(\d+) (\S+) (.*)$/);
            const font = { "font-weight": weight, "font-size": size, "font-family": family };
            return Object.entries(font).map(([key, text]) => [key, plainValue(text)]);
        });
}

/** Write a value as attributes know it. */
function plainValue(value) {
    return value
        .replace(/^([\d.]+)rem$/, (_, count) => String(count * REM))
        .replace(/rgb\((\d+) (\d+) (\d+) \/ (\d+)%\)/g, (_, ...numbers) => {
            const [red, green, blue, share] = numbers.slice(0, 4).map(Number);
            const bytes = [red, green, blue, Math.round(share * 2.55)];
            return `#${bytes.map((each) => each.toString(16).padStart(2, "0")).join("")}`;
        })
        .replaceAll('"', "'");
}

const classesOf = (attributes) => attributes.match(/ class="([^"]*)"/)?.[1].split(/\s+/) ?? [];

const applying = (rules, tag, classes) =>
    rules
        .filter((rule) => !rule.tag || rule.tag === tag)
        .filter((rule) => rule.classes.every((each) => classes.includes(each)))
        .flatMap((rule) => rule.properties);

/** Turn the rules for each element into its attributes. */
function dress(text, rules) {
    return text.replace(/<(\w+)((?: [\w:-]+="[^"]*")+)/g, (_, tag, attributes) => {
        const properties = applying(rules, tag, classesOf(attributes));
        const plain = properties.filter(([name]) => ATTRIBUTES.test(name));
        const rest = properties.filter(
            ([name]) => !ATTRIBUTES.test(name) && !name.startsWith("--"),
        );
        const kept = attributes.replace(/ (class|style)="[^"]*"/g, "");
        const styled = rest.length
            ? ` style="${rest.map(([name, value]) => `${name}:${value}`).join(";")}"`
            : "";
        return `<${tag}${kept}${plain.map(([name, value]) => ` ${name}="${value}"`).join("")}${styled}`;
    });
}

/** Find what a part sets for all that is drawn in it. */
function customProperties(opening, rules) {
    const own = declarations(opening.match(/ style="([^"]*)"/)?.[1] ?? "");
    const all = [...applying(rules, "svg", classesOf(opening)), ...own];
    return Object.fromEntries(all.filter(([name]) => name.startsWith("--")));
}

/** Say how large symbols are within symbols: as large as the whole, which not every program knows. */
function sized(text, shared) {
    const [, width, height] = text.match(/viewBox="\S+ \S+ (\S+) (\S+)"/) ?? [];
    return text.replace(/<use href="#([\w-]+)"(?![^>]* width=)/g, (use, id) =>
        width && shared.get(id)?.startsWith("<symbol")
            ? `${use} width="${width}" height="${height}"`
            : use,
    );
}
