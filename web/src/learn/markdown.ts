// The little Markdown that the rules are written in, read into plain data. Nothing becomes HTML by
// itself: components draw what is here, so no text can do more than be read.

export type Inline = { kind: 'text' | 'strong' | 'em' | 'code'; text: string };

export type Block =
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'paragraph'; inlines: Inline[] }
  | { kind: 'list'; isOrdered: boolean; items: Inline[][] }
  | { kind: 'code'; text: string };

export interface Section {
  title: string;
  level: number;
  blocks: Block[];
}

const MARKS: { open: string; kind: 'strong' | 'em' | 'code' }[] = [
  { open: '`', kind: 'code' },
  { open: '**', kind: 'strong' },
  { open: '*', kind: 'em' },
];

export function readInlines(text: string): Inline[] {
  const found: Inline[] = [];
  let plain = '';
  const flush = (): void => {
    if (plain) found.push({ kind: 'text', text: plain });
    plain = '';
  };
  for (let at = 0; at < text.length;) {
    const mark = MARKS.find(({ open }) => text.startsWith(open, at));
    const end = mark ? text.indexOf(mark.open, at + mark.open.length) : -1;
    const isEmpty = mark !== undefined && end === at + mark.open.length;
    if (!mark || end < 0 || isEmpty || /\s/.test(text[at + mark.open.length] ?? ' ')) {
      plain += text[at];
      at += 1;
      continue;
    }
    flush();
    found.push({ kind: mark.kind, text: text.slice(at + mark.open.length, end) });
    at = end + mark.open.length;
  }
  flush();
  return found;
}

const ITEM = /^(?:[-*]|(\d+)\.)\s+(.*)$/;

export function readBlocks(markdown: string): Block[] {
  const lines = markdown.replace(/\r/g, '').split('\n');
  const blocks: Block[] = [];
  for (let i = 0; i < lines.length;) {
    const line = lines[i]!;
    const heading = /^(#{1,6})\s+(.*)$/.exec(line);
    if (line.trim() === '') i += 1;
    else if (heading) {
      blocks.push({ kind: 'heading', level: heading[1]!.length, text: heading[2]!.trim() });
      i += 1;
    } else if (line.startsWith('```')) {
      const end = lines.findIndex((other, j) => j > i && other.startsWith('```'));
      const last = end < 0 ? lines.length : end;
      blocks.push({ kind: 'code', text: lines.slice(i + 1, last).join('\n') });
      i = last + 1;
    } else if (line.startsWith('    ')) i = readIndented(lines, i, blocks);
    else if (ITEM.test(line)) i = readList(lines, i, blocks);
    else {
      const from = i;
      while (
        i < lines.length &&
        lines[i]!.trim() !== '' &&
        !/^(#{1,6}\s|```)/.test(lines[i]!) &&
        !(i > from && ITEM.test(lines[i]!))
      )
        i += 1;
      blocks.push({
        kind: 'paragraph',
        inlines: readInlines(
          lines
            .slice(from, i)
            .map((part) => part.trim())
            .join(' '),
        ),
      });
    }
  }
  return blocks;
}

/** Drawings of letters: as far as lines are indented, with the indent that they share taken away. */
function readIndented(lines: string[], from: number, blocks: Block[]): number {
  let to = from;
  while (
    to < lines.length &&
    (lines[to]!.startsWith('    ') || (lines[to]!.trim() === '' && (lines[to + 1] ?? '').startsWith('    ')))
  )
    to += 1;
  const drawn = lines.slice(from, to);
  const shared = Math.min(...drawn.filter((line) => line.trim() !== '').map((line) => line.search(/\S/)));
  blocks.push({ kind: 'code', text: drawn.map((line) => line.slice(shared)).join('\n') });
  return to;
}

function readList(lines: string[], from: number, blocks: Block[]): number {
  const isOrdered = /^\d/.test(lines[from]!);
  const items: string[] = [];
  let i = from;
  for (; i < lines.length; i += 1) {
    const item = ITEM.exec(lines[i]!);
    if (item) items.push(item[2]!);
    else if (/^\s+\S/.test(lines[i]!) && !lines[i]!.startsWith('        '))
      items[items.length - 1] += ` ${lines[i]!.trim()}`;
    else break;
  }
  blocks.push({ kind: 'list', isOrdered, items: items.map(readInlines) });
  return i;
}

/** The text by its headings; what stands before the first second-level one belongs to the title. */
export function readSections(markdown: string): Section[] {
  const sections: Section[] = [];
  for (const block of readBlocks(markdown)) {
    if (block.kind === 'heading') sections.push({ title: block.text, level: block.level, blocks: [] });
    else {
      if (sections.length === 0) sections.push({ title: '', level: 1, blocks: [] });
      sections.at(-1)!.blocks.push(block);
    }
  }
  return sections;
}
