import { keepMessage, type PhoneState } from './phone-state'
import type { ChatMessage } from './whatsapp-server.types'
import type { World } from './world'

/** Puts a message in a phone's inbox and wakes who waits for it. */
export function receiveOnPhone(world: World, phone: PhoneState, message: ChatMessage): void {
  keepMessage(phone, message)
  world.watch.changed()
}
