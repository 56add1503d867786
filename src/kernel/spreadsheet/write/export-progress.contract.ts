import * as v from 'valibot'

/** Chosen by a browser that follows its export; programs leave it out. */
export const ExportId = v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z0-9-]{1,40}$/, 'invalid')))

declare module '../../live/live-events.contract' {
  interface LiveEvents {
    /** Rows of a running export that are written. Published to the user who exports. */
    exportProgress: { exportId: string; rows: number }
  }
}
