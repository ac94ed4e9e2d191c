/** The first paragraph of a game's rules, which says what it is about, as one line. */
export function firstParagraph(markdown: string): string {
  const blocks = markdown.split(/\n\s*\n/).map((block) => block.trim());
  return (blocks.find((block) => block !== '' && !block.startsWith('#')) ?? '').replace(/\s+/g, ' ');
}
