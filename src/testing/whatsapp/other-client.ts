import makeWASocket, { type AuthenticationState } from '@whiskeysockets/baileys'
import { baileysLogger } from '../../channel/whatsapp/session/log-adapter'
import type { Account } from '../services/whatsapp-server/account/phone.types'
import type { WhatsAppWorld } from './whatsapp-world'

interface OtherClient {
  state: AuthenticationState
  saveCreds(): Promise<void>
  /** Of the phone that links it. */
  number: string
}

export async function linkOtherClient(world: WhatsAppWorld, { state, saveCreds, number }: OtherClient) {
  const logger = baileysLogger(world.platform.log, {})
  const maria = world.server.phone('5511977776666', { name: 'Maria' })
  let linked: Account | undefined
  const connect = (): Promise<void> =>
    new Promise((resolve) => {
      const socket = makeWASocket({ auth: state, waWebSocketUrl: world.server.url, logger })
      socket.ev.on('creds.update', saveCreds)
      socket.ev.on('connection.update', async ({ qr, connection }) => {
        if (qr) linked = await world.server.phone(number).scan(qr)
        if (connection === 'close') resolve()
        if (connection === 'open' && linked) {
          await maria.say(linked, 'ao programa antigo')
          await linked.whenDrained()
          await saveCreds()
          await socket.end(undefined)
        }
      })
    })
  // The server requires a second connection after pairing.
  while (!linked?.logins) await connect()
  return linked
}
