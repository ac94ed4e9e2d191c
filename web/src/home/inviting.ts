// Beginning a game through a server.

import { libraryText } from '../i18n/index.svelte';
import { online } from '../i18n/online';
import { note } from '../lib/say.svelte';
import { ownKey } from '../online/identity';
import { onlineLink } from '../online/link';
import { offerNotices } from '../online/notices';
import { createOnline } from '../online/seating';
import { Shelf } from '../online/shelf';
import type { OnlinePlan } from '../online/wish';

/** The address of the new game; null if there is none, which has been said. */
export async function beginOnline(plan: OnlinePlan): Promise<string | null> {
  const shelf = new Shelf();
  const identity = { key: await ownKey(shelf), name: plan.players[0]!.name };
  const seated = await createOnline(plan, identity, shelf);
  if ('id' in seated) {
    void offerNotices(plan.clock);
    return onlineLink(seated.id);
  }
  const { key, args = [] } = seated.problem ?? {};
  note(key ? libraryText({ key, args }) : online().setup.failed, 'error');
  return null;
}
