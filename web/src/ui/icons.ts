// Small drawings for buttons, on a grid of 24; strokes only, in the colour of the text.
export const icons = {
  home: 'M4 11 12 4l8 7M6 9.5V20h12V9.5M10 20v-6h4v6',
  learn: 'M4 5.5c3-1 5.500-.8 8 1 2.500-1.800 5-2 8-1V18c-3-1-5.500-.8-8 1-2.500-1.800-5-2-8-1zM12 6.500V19',
  analyse: 'M4 20V4M4 20h16M7.500 15l4-5 3 2.500L20 6',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 4.500v5M9 14.500v5',
  keys: 'M3 7h18v11H3zM6.500 10.500h.01M10 10.500h.01M13.500 10.500h.01M17 10.500h.01M8 14.500h8',
  undo: 'M8 5 4 9l4 4M4 9h9a6 6 0 0 1 0 12h-2',
  redo: 'M16 5l4 4-4 4M20 9h-9a6 6 0 0 0 0 12h2',
  hint: 'M9 17.500h6M10 21h4M12 3a6.500 6.500 0 0 0-4 11.600c.7.600 1 1.400 1 2.400h6c0-1 .300-1.800 1-2.400A6.500 6.500 0 0 0 12 3z',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  flip: 'M7 4v15M3.500 15.500 7 19l3.500-3.500M17 20V5M13.500 8.500 17 5l3.500 3.500',
  share: 'M12 15V4M8 7.500 12 4l4 3.500M6 11H5v9h14v-9h-1',
  moves: 'M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01',
  close: 'M6 6l12 12M18 6 6 18',
  first: 'M6 5v14M18 6l-8 6 8 6z',
  previous: 'M15 6l-7 6 7 6',
  next: 'M9 6l7 6-7 6',
  last: 'M18 5v14M6 6l8 6-8 6z',
  dice: 'M4 8l8-4 8 4v8l-8 4-8-4zM4 8l8 4 8-4M12 12v8',
  flag: 'M6 21V4M6 5c4-2.500 7 2.500 12 0v8c-5 2.500-8-2.500-12 0',
  check: 'M5 12.500 10 17.500 19 7',
  clock: 'M12 3.500a8.500 8.500 0 1 0 0 17 8.500 8.500 0 0 0 0-17zM12 8v4.500l3 2',
  pause: 'M9 5v14M15 5v14',
  play: 'M7 5l12 7-12 7z',
  handshake: 'M3 8l4-2 5 2 5-2 4 2v7l-3 1-6 4-6-4-3-1zM12 8l-3 4c1.500 1.500 3 1 4-.5l4 4',
} as const;

export type IconName = keyof typeof icons;
