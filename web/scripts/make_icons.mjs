// Draws the PNG icons from public/icons/icon.svg. Run it after changing the drawing:
//   node scripts/make_icons.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import { launch } from './browser.mjs';

const icons = new URL('../public/icons/', import.meta.url);
const drawing = readFileSync(new URL('icon.svg', icons), 'utf8');
// Launchers may cut a maskable icon to a circle: square corners, everything within the middle.
const maskable = drawing
  .replace('rx="116"', 'rx="0"')
  .replace('viewBox="0 0 512 512"', 'viewBox="-40 -40 592 592"')
  .replace('<rect width="512" height="512"', '<rect x="-40" y="-40" width="592" height="592"');
const square = drawing.replace('rx="116"', 'rx="0"');

const browser = await launch();
const page = await browser.newPage();
for (const [name, size, svg] of [
  ['icon-192', 192, drawing],
  ['icon-512', 512, drawing],
  ['icon-180', 180, square],
  ['icon-maskable-512', 512, maskable],
]) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(
    `<style>html,body{margin:0;background:transparent}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`,
  );
  writeFileSync(new URL(`${name}.png`, icons), await page.screenshot({ omitBackground: true }));
}
await browser.close();
