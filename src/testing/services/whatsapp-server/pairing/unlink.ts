import { endConnection } from '../connection/connection'
import { mailboxOf } from '../message/mailbox'
import { node } from '../nodes'
import type { World } from '../account/world'

/** Removes a linked device: its connection ends with 401 and it cannot log in again. */
export function unlinkCompanion(world: World, deviceKey: string): void {
  const companion = world.companions.get(deviceKey)
  if (!companion) return
  companion.unlinked = true
  world.companions.set(deviceKey, companion)
  const mailbox = mailboxOf(world, deviceKey)
  for (const [key] of [...mailbox.entries()]) mailbox.delete(key)
  const connection = world.connections.get(deviceKey)
  if (connection) {
    const conflict = node('conflict', { type: 'device_removed' })
    endConnection(world, connection, node('stream:error', { code: 401 }, [conflict]))
  }
  world.store.flush()
  world.watch.changed()
}
