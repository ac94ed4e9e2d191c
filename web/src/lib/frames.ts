/** Runs something once the next frame has been painted, or at the latest soon; returns what cancels it. */
export function afterPaint(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const later = (): void => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    timer = setTimeout(run);
  };
  const frame = requestAnimationFrame(later);
  timer = setTimeout(later, 100); // pages in the background paint no frames
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
