export interface Row {
  what: string
  result: string
  /** The target; empty for a lower bound. */
  goal: string
}

export interface BenchTarget {
  url: string
  floorUrl: string
  liveUrl: string
  sessions: { token: string; cookie: string }[]
  startJobs(): Promise<void>
  memory(): Promise<number>
  stop(): Promise<void>
}
