/* A button on every block of code that copies it, without prompts and answers. */
function codeOf(block) {
    const lines = block.textContent.replace(/\n$/, "").split("\n");
    const typed = lines.filter((line) => /^(>>>|\.\.\.)( |$)/.test(line));
    return (typed.length ? typed.map((line) => line.slice(4)) : lines).join("\n") + "\n";
}

document.addEventListener("DOMContentLoaded", () => {
    if (!navigator.clipboard) return;
    for (const block of document.querySelectorAll("div.highlight > pre")) {
        const button = document.createElement("button");
        button.type = "button";
        button.className = "copy";
        button.textContent = "Copy";
        button.addEventListener("click", async () => {
            await navigator.clipboard.writeText(codeOf(block));
            button.textContent = "Copied";
            setTimeout(() => (button.textContent = "Copy"), 1500);
        });
        block.parentElement.append(button);
    }
});
