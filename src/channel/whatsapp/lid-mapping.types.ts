import type { SignalRepositoryWithLIDStore } from '@whiskeysockets/baileys'

/** Which LID belongs to which phone number, as Baileys keeps it. */
export type LidMapping = SignalRepositoryWithLIDStore['lidMapping']
