import { proto } from '@whiskeysockets/baileys'
import type { MainThread } from '../line/main-thread'

/** A file keeps its key, so a second copy is the same message. */
export function keepSent(main: MainThread, id: string, message: proto.IMessage) {
  main.tell('keepSent', id, proto.Message.encode(message).finish())
}

export async function findSent(main: MainThread, id: string): Promise<proto.IMessage | undefined> {
  const bytes = await main.ask('findSent', id)
  return bytes && proto.Message.decode(bytes)
}
