// How large an element is, told when the browser has laid it out by itself: asking at once would make it do so in the middle
// of drawing a board, which then takes too long for one task.

import type { Attachment } from 'svelte/attachments';

export function sized(tell: (width: number, height: number) => void): Attachment<HTMLElement> {
  return (element) => {
    const seen = new ResizeObserver(([entry]) =>
      tell(Math.round(entry!.contentRect.width), Math.round(entry!.contentRect.height)),
    );
    seen.observe(element);
    return () => seen.disconnect();
  };
}
