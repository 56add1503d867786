import * as v from 'valibot'

export const ExportId = v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z0-9-]{1,40}$/, 'invalid')))

declare module '../../live/live-events.contract' {
  interface LiveEvents {
    exportProgress: { exportId: string; rows: number }
  }
}
