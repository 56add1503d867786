import type makeWASocket from '@whiskeysockets/baileys'

export type Socket = ReturnType<typeof makeWASocket>
