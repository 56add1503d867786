import type { SignalRepositoryWithLIDStore } from '@whiskeysockets/baileys'

/** Baileys' mapping between LIDs and phone numbers. */
export type LidMapping = SignalRepositoryWithLIDStore['lidMapping']
