import * as v from 'valibot'
import type { BotRecordKind } from '../queue/queue.queries'

export const BotErrorView = v.object({ at: v.string(), code: v.string(), message: v.string() })
export type BotErrorView = v.InferOutput<typeof BotErrorView>

declare module '../kernel/live/live-events.contract' {
  interface LiveEvents {
    botError: { action: 'create'; kind: BotRecordKind; ownerId: number; botError: BotErrorView }
  }
}
