/**
 * The story page: `npm run stories`, then
 *   /?game=my_shelfie&frame=start&dark=1&language=de&motion=0&signs=1&part=Board
 * shows one frame of `frames/<game>/<frame>.json` (see Frame in Story.svelte); without a frame, all
 * of them as links.
 */
import "@fontsource-variable/figtree";
import "@fontsource-variable/fraunces";
import { mount } from "svelte";
import "../src/styles/tokens.css";
import "../src/styles/base.css";
import Story from "./Story.svelte";

mount(Story, { target: document.getElementById("app")! });
