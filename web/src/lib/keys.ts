// Keys of one letter: only where nobody is typing, and never with Ctrl, Alt or Meta.

export function isTyping(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.altKey || event.metaKey) return true;
  const target = event.target;
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    (target.matches('input, select, textarea') && !target.matches('[type="radio"], [type="checkbox"]'))
  );
}
