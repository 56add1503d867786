import type makeWASocket from '@whiskeysockets/baileys'

/** An open socket of Baileys. */
export type Socket = ReturnType<typeof makeWASocket>
