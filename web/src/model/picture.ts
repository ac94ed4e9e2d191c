// The board as a picture of its own: its drawing with every style that the page gives it written in.

/** Styles that an element takes from the one around it; where `use` shows it, from that one. */
const INHERITED = [
  'fill',
  'fill-opacity',
  'fill-rule',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-dasharray',
  'stroke-dashoffset',
  'visibility',
  'paint-order',
  'font-family',
  'font-size',
  'font-weight',
  'font-style',
  'text-anchor',
  'dominant-baseline',
  'letter-spacing',
  'color',
];
const OWN = [
  'opacity',
  'display',
  'filter',
  'clip-path',
  'mask',
  'mix-blend-mode',
  'transform',
  'transform-origin',
  'transform-box',
  'stop-color',
  'stop-opacity',
  'flood-color',
  'flood-opacity',
];
const WIDTH = 1600;

function setStyle(to: SVGElement, name: string, value: string): void {
  if (value !== '' && value !== 'normal' && value !== 'auto')
    to.style.setProperty(name, value.replace(/url\("[^"#]*#/g, 'url("#'));
}

/**
 * Styles are set through the DOM: the page's own policy forbids style attributes written as text. What an element
 * only inherits is left out, for a shape in `defs` looks as each `use` of it says.
 */
function inlineStyles(from: Element, to: SVGElement, around: CSSStyleDeclaration | null): void {
  const style = getComputedStyle(from);
  to.removeAttribute('class');
  to.removeAttribute('style');
  for (const name of OWN) setStyle(to, name, style.getPropertyValue(name));
  for (const name of INHERITED) {
    const value = style.getPropertyValue(name);
    if (from.hasAttribute(name) || value !== around?.getPropertyValue(name)) setStyle(to, name, value);
  }
  for (let i = 0; i < from.children.length; i++) inlineStyles(from.children[i]!, to.children[i] as SVGElement, style);
}

/** What the board shows only to whoever is about to move: no part of a picture. */
function removePassing(copy: SVGSVGElement): void {
  for (const mark of copy.querySelectorAll('[data-passing]')) mark.remove();
}

function serialise(svg: SVGSVGElement): { text: string; width: number; height: number } {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  inlineStyles(svg, copy, null);
  removePassing(copy);
  const box = svg.viewBox.baseVal;
  const shown = svg.getBoundingClientRect();
  const ratio = box && box.width > 0 ? box.height / box.width : shown.height / shown.width;
  const width = WIDTH;
  const height = Math.round(WIDTH * ratio);
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  if (!copy.hasAttribute('viewBox')) copy.setAttribute('viewBox', `0 0 ${shown.width} ${shown.height}`);
  return { text: new XMLSerializer().serializeToString(copy), width, height };
}

export function boardSvg(svg: SVGSVGElement): Blob {
  return new Blob([serialise(svg).text], { type: 'image/svg+xml' });
}

export async function boardPng(svg: SVGSVGElement): Promise<Blob> {
  const { text, width, height } = serialise(svg);
  const url = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    const draw = canvas.getContext('2d');
    if (!draw) throw new Error('no canvas');
    draw.fillStyle = getComputedStyle(document.documentElement).backgroundColor;
    draw.fillRect(0, 0, width, height);
    draw.drawImage(image, 0, 0, width, height);
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture')))),
    );
  } finally {
    URL.revokeObjectURL(url);
  }
}
