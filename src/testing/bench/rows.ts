export interface Row {
  what: string
  result: string
  /** The target; empty for a lower bound. */
  goal: string
}

/** A running product on the benchmark's data. */
export interface BenchTarget {
  url: string
  floorUrl: string
  liveUrl: string
  sessions: { token: string; cookie: string }[]
  /** Runs the companies' jobs, which are stopped otherwise. */
  startJobs(): Promise<void>
  /** Returns the resident bytes of the server process. */
  memory(): Promise<number>
  stop(): Promise<void>
}
