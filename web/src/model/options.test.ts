import { expect, it } from 'vitest';
import { infoOf } from '../lib/games';
import { choose, gameText } from './options';

const info = infoOf('dados');

it('names only what is not usual', () => {
  let options = choose(info, {}, 'players', '3');
  options = choose(info, options, 'line', '6');
  expect(gameText('dados', options)).toBe('dados:players=3,line=6');
  options = choose(info, choose(info, options, 'players', '2'), 'line', null);
  expect(gameText('dados', options)).toBe('dados');
});
