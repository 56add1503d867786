import type { WritePiece } from '../../kernel/outgoing/guarded-fetch'

export const writesFile =
  (bytesOf: () => Uint8Array | Promise<Uint8Array>) => async (_content: unknown, _key: unknown, write: WritePiece) =>
    write(await bytesOf())
