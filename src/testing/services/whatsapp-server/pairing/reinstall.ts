import { phoneNumberJid } from '../jids'
import { deliver } from '../message/mailbox'
import { node, unixSeconds } from '../nodes'
import { freshIdentity } from '../account/people'
import { phoneState } from '../account/phone-state'
import { unlinkCompanion } from './unlink'
import type { Person } from '../account/server-records.types'
import { companionsOf, deviceKey, nextStanzaId, type World } from '../account/world'

/**
 * Reinstalls WhatsApp on a person's phone: a new identity key, no sessions, no linked devices. Other devices are
 * notified.
 */
export function reinstall(world: World, person: Person): void {
  Object.assign(person, freshIdentity(), { installed: true, appStateKey: undefined })
  world.people.set(person.number, person)
  phoneState(world, person.number).signal.forgetEverything()
  for (const companion of companionsOf(world, person.number)) unlinkCompanion(world, deviceKey(companion))
  for (const companion of world.companions.values()) {
    if (companion.unlinked) continue
    const from = phoneNumberJid(person.number)
    const attributes = { from, type: 'encrypt', id: nextStanzaId(world), t: unixSeconds() }
    deliver(world, companion, node('notification', attributes, [node('identity')]))
  }
  world.store.flush()
}
