import { describe, expect, it } from 'vitest';
import { carryLink, onlineLink, playLink, readLink, seatLink, wholeLink } from './link';

const ID = 'abcDEF0123456789';
const TOKEN = 'tOkEn-_9876543210abcdef';
const KEY = 'A'.repeat(43);

describe('links', () => {
  it('are read as they are written', () => {
    expect(readLink(playLink(ID))).toEqual({ page: 'play', id: ID });
    expect(readLink(seatLink(ID, TOKEN))).toEqual({ page: 'seat', id: ID, token: TOKEN });
    expect(readLink(onlineLink(ID))).toEqual({ page: 'online', id: ID });
    expect(readLink(carryLink(KEY, ''))).toEqual({ page: 'carry', key: KEY, name: '' });
    expect(readLink(carryLink(KEY, 'Íñigo / 1.º #'))).toEqual({ page: 'carry', key: KEY, name: 'Íñigo / 1.º #' });
  });

  it('keep what is secret behind the #', () => {
    const whole = new URL(wholeLink(seatLink(ID, TOKEN), 'https://example.org/games/?x=1#/old'));
    expect(whole.href).toBe(`https://example.org/games/?x=1#/seat/${ID}.${TOKEN}`);
    expect(whole.pathname + whole.search).not.toContain(TOKEN);
  });

  it('that are mangled are none', () => {
    const wrong = [
      '',
      '#/',
      '#/play',
      '#/play/',
      `#/play/${ID}x`,
      `#/play/${ID.slice(1)}`,
      `#/play/${ID}.${TOKEN}`,
      `#/play/${ID}/more`,
      `#/seat/${ID}`,
      `#/seat/${ID}.`,
      `#/seat/${ID}.short`,
      `#/seat/${ID}.${TOKEN}.more`,
      `#/seat/${ID}.${TOKEN}%20`,
      `#/seat/${ID}.${'x'.repeat(121)}`,
      '#/carry/short',
      `#/carry/${'A'.repeat(42)}`,
      `#/carry/${'A'.repeat(42)}B`, // bits that no 32 bytes have
      `#/other/${ID}`,
    ];
    for (const hash of wrong) expect(readLink(hash), hash).toBeNull();
  });

  it('with a mangled name still carry the key', () => {
    expect(readLink(`#/carry/${KEY}.%%%`)).toEqual({ page: 'carry', key: KEY, name: '' });
    expect(readLink(`#/carry/${KEY}._w`)).toEqual({ page: 'carry', key: KEY, name: '' }); // no UTF-8
    const long = readLink(carryLink(KEY, 'x'.repeat(100)));
    expect(long).toMatchObject({ name: 'x'.repeat(40) });
  });
});
