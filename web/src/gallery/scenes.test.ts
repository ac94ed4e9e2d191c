import { expect, it } from 'vitest';
import { testRules } from '../test/engine';
import { SCENES } from './scenes';

it.each(SCENES)('$name can be', async ({ line, chosen = [], preview }) => {
  const { moves, plies } = await testRules.situation(line);
  expect(plies).toBe(line.plies.length);
  const begins = moves.some(({ steps }) => chosen.every((step, i) => steps[i]?.cell === step.cell));
  expect(begins || chosen.length === 0).toBe(true);
  if (preview) await testRules.preview(line, preview);
});
