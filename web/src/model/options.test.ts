import { expect, it } from 'vitest';
import type { GameInfo } from '../engine/types';
import { choose, gameText, seatsFor } from './options';

const info: GameInfo = {
  name: 'dados',
  title: '',
  sides: [],
  start: '',
  options: [
    { key: 'players', values: ['2', '3', '4'], usual: '2' },
    { key: 'line', values: ['5', '6'], usual: null },
  ],
};

it('names only what is not usual', () => {
  let options = choose(info, {}, 'players', '3');
  options = choose(info, options, 'line', '6');
  expect(gameText('dados', options)).toBe('dados:players=3,line=6');
  expect(seatsFor('dados', options)).toBe(3);
  options = choose(info, choose(info, options, 'players', '2'), 'line', null);
  expect(gameText('dados', options)).toBe('dados');
  expect(seatsFor('dados', options)).toBe(2);
});
