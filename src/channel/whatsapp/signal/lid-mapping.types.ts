import type { SignalRepositoryWithLIDStore } from '@whiskeysockets/baileys'

export type LidMapping = SignalRepositoryWithLIDStore['lidMapping']
